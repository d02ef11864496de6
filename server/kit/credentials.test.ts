import { expect, test } from 'vitest'
import { holderOf, newCredential } from './credentials.ts'
import { openVault } from './hash.ts'

const vault = openVault('a key for tests, not for anybody else')

test('a credential names its holder to the server that issued it, and to no other', () => {
  const mine = newCredential(vault, 'account', 'asha')
  const holder = holderOf(vault, 'account', mine)
  expect(holder).toMatch(/^[0-9a-f]{16}$/)
  expect(holderOf(vault, 'account', newCredential(vault, 'account', 'asha')), 'all sessions of a holder count together').toBe(holder)
  expect(holderOf(vault, 'account', newCredential(vault, 'account', 'ravi'))).not.toBe(holder)
  expect(holderOf(vault, 'shopper', mine), 'a bearer is not a cookie').toBeNull()
  expect(holderOf(openVault('another key of nobody, for this test'), 'account', mine)).toBeNull()
})

test('a credential that was changed anywhere, or made up, has no holder', () => {
  const mine = newCredential(vault, 'account', 'asha')
  for (let at = 0; at < mine.length; at += 7) {
    const changed = `${mine.slice(0, at)}${mine[at] === 'a' ? 'b' : 'a'}${mine.slice(at + 1)}`
    expect(holderOf(vault, 'account', changed), changed).toBeNull()
  }
  for (const text of ['', 'x', mine.slice(0, 43), `${mine}0`, '..']) expect(holderOf(vault, 'account', text)).toBeNull()
})
