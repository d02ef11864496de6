import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { addressKey } from '#server/kit/address-key.ts'

/**
 * Reads the address of a request: the other end of its connection, or the address that a trusted load balancer reports. It equals
 * Fastify's `request.ip`, for requests that become sockets and never reach Fastify. It is the key under which addresses are counted.
 */
export function addressReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile([...trustProxy])
  return (request) => addressKey(proxyAddress(request, trust))
}
