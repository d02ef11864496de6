import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/base/errors.ts'

/** Handles requests that HTTP allows but no current browser sends. Node would answer some of them itself, without the envelope. */

/** Refuses a request without a `Host`, and handles one with an unknown `Expect` header as if it had none (RFC 9110, 10.1.1). */
export function acceptLegacyRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new Refusal('invalid_input')
  })
}

/** Returns the path and query of an absolute address, which a proxy may send (`GET http://host/path`); any other address unchanged. */
export const pathOfAbsolute = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*\/?/i, '/'))
