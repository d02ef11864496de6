import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { addressReader } from './address.ts'

/** The balancers are 10.0.0.0/8; the last of them is the other end of the connection. */
const read = addressReader(['10.0.0.0/8'])
function addressOf(header: string | undefined, remoteAddress = '10.0.0.1'): string {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }))
  if (header !== undefined) request.headers['x-forwarded-for'] = header
  return read(request)
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['192.0.2.1:', '192.0.2.1'],
  ['"192.0.2.1:4711"', '192.0.2.1'],
  ['192.0.2.1:4711, 10.0.0.2:80', '192.0.2.1'],
  ['192.0.2.1:4711 ,, ', '192.0.2.1'],
  ['[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['"[2001:db8::1]:4711"', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::ffff:192.0.2.1:4711', '192.0.2.1'],
])('the address in %s is %s', (header, address) => {
  expect(addressOf(header)).toBe(address)
})

test.each(['unknown', '_hidden', 'localhost:80', '192.0.2', '192.0.2.256', '192.0.2.1:4711:1', '[192.0.2.1', ':80'])(
  '%s counts as the address of the connection',
  (header) => {
    expect(addressOf(header)).toBe('10.0.0.1')
    expect(addressOf(`203.0.113.9, ${header}`), 'what the visitor writes before it').toBe('10.0.0.1')
  },
)

test('what a visitor writes before the address that the balancer has seen counts for nothing', () => {
  expect(addressOf('203.0.113.9, unknown, 192.0.2.1:4711')).toBe('192.0.2.1')
  expect(addressOf('203.0.113.9:80', '192.0.2.7')).toBe('192.0.2.7')
  for (const none of [undefined, '', ' , ']) expect(addressOf(none)).toBe('10.0.0.1')
})
