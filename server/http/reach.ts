import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/errors.ts'
import type { SessionCaller } from '../caller.ts'

/**
 * Hands every refused reach into a foreign tenant to `record`, whichever call it came by: after its story was rolled back and before the
 * answer goes out, so that what was refused is on record once the caller knows.
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
