import { isIP } from 'node:net'
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname)

/** True for http over a network: data can be read and changed on the way. */
export const travelsOpen = (url: string | undefined): boolean =>
  url !== undefined && new URL(url).protocol === 'http:' && !isThisMachine(new URL(url).hostname)

/** True for an IP address, a network (but not the whole internet), or a name of private networks. */
export function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}
