import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../server/kit/log.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import { call } from '../support/people.ts'

/** What HTTP allows and browsers never send, as bytes: Node would answer some of it bare, some of it never. */

let app: TestApp
let logged = ''
beforeAll(async () => {
  const lines = new PassThrough()
  lines.on('data', (part) => {
    logged += part
  })
  app = await startApp({ log: openLog('warn', lines) })
})
afterAll(() => app.stop())

/** A connection to the server that has written these bytes, and what it hears. */
function writes(bytes: string): { socket: Socket; heard: () => string } {
  const { hostname, port } = new URL(app.address)
  let heard = ''
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  socket.on('data', (part) => {
    heard += part
  })
  return { socket, heard: () => heard }
}
/** The answer to these bytes, once it has the length that it tells. */
async function answerTo(...lines: string[]): Promise<{ status: number; body: Record<string, unknown> }> {
  const { socket, heard } = writes([...lines, '', ''].join('\r\n'))
  const [, status, body] = await eventually(() => {
    const [all, , length = '0'] = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\ncontent-length: (\d+)\r\n[\s\S]*?\r\n\r\n/.exec(heard()) ?? []
    const text = all === undefined ? '' : heard().slice(all.length)
    return all !== undefined && Buffer.byteLength(text) >= Number(length) ? [all, heard().slice(9, 12), text] : undefined
  })
  socket.destroy()
  return { status: Number(status), body: JSON.parse(body ?? '') }
}

describe('old manners', () => {
  test('a request that names no host is refused in the envelope', async () => {
    expect(await answerTo('GET /api/shops HTTP/1.1')).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
    expect((await answerTo('GET /api/auth/me HTTP/1.0')).status, 'before 1.1 nobody had to').toBe(401)
  })

  test('one that expects something special is taken as if it did not', async () => {
    const expecting = (what: string) => answerTo('GET /api/auth/me HTTP/1.1', 'host: x', `expect: ${what}`)
    expect(await expecting('wonders')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  test('one whose address is whole, as to a proxy, is taken by its path', async () => {
    expect((await answerTo('GET http://elsewhere.example/api/auth/me?a=b HTTP/1.1', 'host: x')).body.code).toBe('not_signed_in')
    expect((await answerTo('GET http://elsewhere.example/api/nothing HTTP/1.1', 'host: x')).body.code).toBe('not_found')
  })

  test('one that would change to another protocol is answered in this one', async () => {
    for (const protocol of ['websocket', 'h2c']) {
      const { status, body } = await answerTo('GET /api/auth/me HTTP/1.1', 'host: x', 'connection: Upgrade', `upgrade: ${protocol}`)
      expect([status, body.code], protocol).toEqual([401, 'not_signed_in'])
    }
  })
})

test('who hangs up in the middle of a body leaves no word of a lost database in the log', async () => {
  const response = once(app.running.app.server, 'request').then(([, response]) => response)
  const head = ['POST /api/send-otp HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 100']
  const { socket } = writes([...head, '', '{"mobile"'].join('\r\n'))
  const closed = once(await response, 'close')
  socket.destroy()
  await closed
  expect((await call(app.address, 'GET', '/api/shops')).status).toBe(200)
  expect(logged).toBe('')
})
