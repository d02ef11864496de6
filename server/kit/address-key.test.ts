import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

describe('the key of an address', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })

  test('is the same for all addresses of a /64, and different for each /64', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const key = addressKey(one)
        if (!key.endsWith('::/64')) return
        const network = key.slice(0, -'::/64'.length)
        expect(addressKey(`${network}:1:2:3:4`)).toBe(key)
        expect(addressKey(`${network}::`)).toBe(key)
        const otherKey = addressKey(other)
        expect(otherKey.startsWith(`${network}::`)).toBe(otherKey === key)
      }),
    )
  })
})
