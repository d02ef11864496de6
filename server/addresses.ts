import { isIP } from 'node:net'
/** True for the names and addresses by which a machine reaches itself. */
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname)

/** True for an http address that leads over a network: data sent there can be read and changed on the way. */
export const travelsOpen = (url: string | undefined): boolean =>
  url !== undefined && new URL(url).protocol === 'http:' && !isThisMachine(new URL(url).hostname)

/** An IP address, a network of them (but not the whole internet), or one of the names that stand for private networks. */
export function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}
