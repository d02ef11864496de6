import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/errors.ts'

/** What HTTP allows and no browser of today sends. Node would answer some of it by itself, without the envelope. */

/** Refuses a request that names no host, and takes one that expects something special as if it did not (RFC 9110, 10.1.1). */
export function acceptOldManners(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new Refusal('invalid_input')
  })
}

/** The path and query of an address that a proxy may send whole (`GET http://host/path`); any other address as it is. */
export const pathOfAbsolute = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*\/?/i, '/'))
