import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { addressKey } from '#server/kit/address-key.ts'

/**
 * Reads the address of a request as a key: the other end of its connection, or what a trusted load balancer reports. It equals Fastify's
 * `request.ip`, for requests that become sockets and never reach Fastify.
 */
export function addressReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile([...trustProxy])
  return (request) => {
    tidyForwarded(request)
    return addressKey(proxyAddress(request, trust))
  }
}

/**
 * Leaves only addresses in `X-Forwarded-For`. Some balancers add a port (`192.0.2.1:4711`), which differs for each connection. Anything
 * else (`unknown`) counts as the other end of the connection. What is before it is dropped: its writer may be the visitor. Repeating it
 * changes nothing.
 */
export function tidyForwarded({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  const header = headers['x-forwarded-for']
  if (header === undefined) return
  const hops = [header].flat().join(',').split(',')
  const addresses = hops.filter((hop) => hop.trim() !== '').map(withoutPort)
  const unreadable = addresses.lastIndexOf(null)
  if (addresses.length === 0 || unreadable >= 0) addresses.splice(0, unreadable + 1, socket.remoteAddress ?? null)
  headers['x-forwarded-for'] = addresses.join(', ')
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711`, `"[2001:db8::1]"` → the address; null if there is none. */
function withoutPort(hop: string): string | null {
  const text = hop.trim().replaceAll('"', '')
  const forms = [text, text.replace(/:\d*$/, '')].map((form) => form.replace(/^\[(.*)\]$/, '$1'))
  return forms.find((form) => isIP(form) !== 0) ?? null
}
