import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './hash.ts'

describe('a password', () => {
  test('is known by its hash, however it was typed, and another one is not', async () => {
    const hash = await hashPassword('Café au lait')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('Cafe\u0301 au lait', hash)).toBe(true)
    expect(await verifyPassword('Cafe au lait', hash)).toBe(false)
  })

  // Of the reference implementation's own tests: 64 MiB and 256 KiB, one and two lanes.
  test.each([
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  ])('that was hashed at another cost is known as well: %s', async (hash) => {
    expect(await verifyPassword('password', hash)).toBe(true)
    expect(await verifyPassword('passwort', hash)).toBe(false)
  })

  test('is refused by what is no hash of ours', async () => {
    const nonsense = [null, '', 'password', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$']
    for (const hash of nonsense) expect(await verifyPassword('password', hash), String(hash)).toBe(false)
  })
})
