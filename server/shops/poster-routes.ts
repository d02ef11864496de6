import { z } from 'zod'
import { errorAnswer } from '../../contract/envelope.ts'
import { noteCode, readPoster } from '../../contract/poster.wire.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { accountOf } from '../http/policy.ts'
import { type CountersOf, makePoster, noteCodeSaved } from './poster.ts'

const pdf = {
  description: 'One page, ready to print',
  content: { 'application/pdf': { schema: z.custom<Buffer>().meta({ type: 'string', format: 'binary' }) } },
}

/** The poster of a shop, for who manages it, and its code as a picture, for who works there. */
export function posterRoutes(app: App, depsOf: DepsOf, countersOf: CountersOf): void {
  const schema = {
    params: readPoster.params,
    querystring: readPoster.query,
    response: { 200: pdf, '4xx': errorAnswer, '5xx': errorAnswer },
  }
  app.get('/api/poster/:id', { schema }, async (request, reply) => {
    const { size, lang, counter } = request.query
    const wish = { shopId: request.params.id, size, languages: lang, counterId: counter ?? null }
    const { pdf, fileName } = await makePoster(depsOf(request), accountOf(request), wish, countersOf)
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${fileName}"`).send(pdf)
  })
  const note = { params: noteCode.params, body: noteCode.body, response: answers(noteCode.answer) }
  app.post('/api/qrcode/:id/made', { schema: note }, async (request) => {
    await noteCodeSaved(depsOf(request), accountOf(request), request.params.id)
    return { success: true as const }
  })
}
