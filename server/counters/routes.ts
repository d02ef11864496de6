import * as wire from '../../contract/shops.wire.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { accountOf } from '../http/policy.ts'
import { addCounter, changeCounter, readSettings, saveSettings } from './manage-counters.ts'

const ok = { success: true as const }

/** A shop's settings, which carry its counters, and the counters themselves. */
export function counterRoutes(app: App, depsOf: DepsOf): void {
  const { readSettings: read, changeSettings: change } = wire
  app.get('/api/settings/:id', { schema: { params: read.params, response: answers(read.answer) } }, async (request) => ({
    ...ok,
    ...(await readSettings(depsOf(request), accountOf(request), request.params.id)),
  }))
  app.put(
    '/api/settings/:id',
    { schema: { params: change.params, body: change.body, response: answers(change.answer) } },
    async (request) => ({
      ...ok,
      ...(await saveSettings(depsOf(request), accountOf(request), request.params.id, request.body)),
    }),
  )
  app.post(
    '/api/counters',
    { schema: { body: wire.addCounter.body, response: answers(wire.addCounter.answer, 201) } },
    async (request, reply) =>
      reply.code(201).send({ ...ok, ...(await addCounter(depsOf(request), accountOf(request), request.body.shopId, request.body.name)) }),
  )
  const one = { params: wire.changeCounter.params, body: wire.changeCounter.body, response: answers(wire.changeCounter.answer) }
  app.put('/api/counters/:id', { schema: one }, async (request) => ({
    ...ok,
    ...(await changeCounter(depsOf(request), accountOf(request), request.params.id, request.body)),
  }))
}
