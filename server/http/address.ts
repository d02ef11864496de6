import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Reads where a request comes from: the other end of its connection, or what a balancer that is believed tells of it. It is what
 * Fastify calls `request.ip`, for requests that become sockets and never reach Fastify.
 */
export function addressReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile([...trustProxy])
  return (request) => proxyAddress(request, trust)
}
