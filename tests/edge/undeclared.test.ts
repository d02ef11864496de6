import fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { Refusal, type RefusalCode } from '#contract/base/errors.ts'
import { call } from '#contract/call.ts'
import { handleErrors, UNDECLARED } from '#server/http/edge/errors.ts'
import { openLog } from '#server/kit/log.ts'

const example = call('GET /api/example', { tag: 'Queue', about: 'An example', by: 'none', limit: 'read', refuses: ['shop_closed'] })

/** The answer to a call whose story gives this refusal, and the lines in the log. */
async function refusedWith(code: RefusalCode) {
  const lines: string[] = []
  const app = fastify({ loggerInstance: openLog('error', { write: (line) => void lines.push(line) }) as FastifyBaseLogger })
  handleErrors(app)
  app.get(example.path, { config: { call: example } }, async () => {
    throw new Refusal(code)
  })
  const answer = await app.inject({ method: 'GET', url: example.path })
  return { answer: [answer.statusCode, answer.json().code], lines }
}

test('a refusal that its call names leaves nothing in the log', async () => {
  expect(await refusedWith('shop_closed')).toEqual({ answer: [409, 'shop_closed'], lines: [] })
  expect(await refusedWith('rate_limited'), 'it follows from the facts').toEqual({ answer: [429, 'rate_limited'], lines: [] })
})

test('a refusal that its call does not name is an error in the log; the caller gets it anyway', async () => {
  const { answer, lines } = await refusedWith('shop_paused')
  expect(answer).toEqual([409, 'shop_paused'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: UNDECLARED, call: 'GET /api/example', refusal: 'shop_paused' }])
})
