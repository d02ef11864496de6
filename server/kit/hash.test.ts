import { describe, expect, test } from 'vitest'
import { hashPassword, newOtp, newSecret, openVault, verifyPassword } from './hash.ts'

describe('a password', () => {
  test('matches its hash, however it was typed, and another one does not', async () => {
    const hash = await hashPassword('Café au lait')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('Cafe\u0301 au lait', hash)).toBe(true)
    expect(await verifyPassword('Cafe au lait', hash)).toBe(false)
  })

  // From the tests of the reference implementation: 64 MiB and 256 KiB, one and two lanes.
  test.each([
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  ])('that was hashed at another cost still matches: %s', async (hash) => {
    expect(await verifyPassword('password', hash)).toBe(true)
    expect(await verifyPassword('passwort', hash)).toBe(false)
  })

  test('does not match a text that is not one of our hashes', async () => {
    const nonsense = [null, '', 'password', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$']
    for (const hash of nonsense) expect(await verifyPassword('password', hash), String(hash)).toBe(false)
  })
})

test('secrets are random: 256 bits for sessions, and every six-digit passcode is equally likely', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  expect(new Set(secrets).size).toBe(1000)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const codes = Array.from({ length: 20_000 }, newOtp)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  // Of 20,000 codes about 2,000 begin with each digit; ten standard deviations are 424.
  for (const [digit, all] of Map.groupBy(codes, (code) => code[0])) expect(Math.abs(all.length - 2000), digit).toBeLessThan(424)
})

test('sealed text opens only with its key, and not if a bit of it was changed', () => {
  const [vault, other] = [openVault('one key, for this test alone, of forty'), openVault('another key, for this test alone, forty')]
  const sealed = vault.seal('a secret')
  expect(vault.unseal(sealed)).toBe('a secret')
  expect(vault.seal('a secret'), 'never the same twice').not.toBe(sealed)
  expect(other.unseal(sealed)).toBeNull()
  const at = sealed.length - 3
  expect(vault.unseal(sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1))).toBeNull()
})
