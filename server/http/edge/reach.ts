import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/base/errors.ts'
import type { SessionCaller } from '#server/caller.ts'

/**
 * Calls `record` after the story was rolled back and before the answer goes out: the refusal is on record before the caller knows of it.
 */
export function reportReaches(
  app: FastifyInstance,
  record: (by: SessionCaller['account'], call: string, refusal: Refusal) => Promise<void>,
): void {
  app.addHook('onError', async (request, _reply, error: unknown) => {
    if (!(error instanceof Refusal) || !error.details.reach) return
    await record(request.caller?.account ?? null, `${request.method} ${request.routeOptions.url ?? ''}`, error)
  })
}
