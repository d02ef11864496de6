import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { call, join, order, type Shopper, verifiedShopper } from './people.ts'

/** How long a shopper goes on trying, in ms: longer than any outage that a test makes. */
const PATIENCE_MS = 40_000

/** Tries until it works, as people and their phones do; fails with the last error. */
export async function insist<T>(step: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(50 + Math.random() * 100)
    }
  }
}

interface Kept {
  shopper: Shopper
  ticketId: string
  token: unknown
  receiptId: unknown
}

/** Shoppers who join one shop and pay, whatever happens to the servers behind the address, and know what was acknowledged to them. */
export function payersAt(address: string, shop: string) {
  const acknowledged: Kept[] = []

  const pay = async (): Promise<void> => {
    const shopper = await insist(() => verifiedShopper(address))
    const ticketId = await insist(() => join(address, shopper, shop))
    const paymentId = await insist(() => order(address, shopper, ticketId))
    await insist(async () => {
      const { status, body } = await call(address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper)
      expect(status).toBe(200)
      acknowledged.push({ shopper, ticketId, token: body.token, receiptId: body.receiptId })
    })
  }

  return {
    acknowledged,
    /** Lets so many pay at once; after some were acknowledged something happens, once. Resolves when all have paid and it is over. */
    async rush({ many, after, happens }: { many: number; after: number; happens: () => Promise<void> }): Promise<void> {
      const before = acknowledged.length
      let happening: Promise<void> | undefined
      await Promise.all(
        Array.from({ length: many }, async () => {
          await pay()
          if (acknowledged.length >= before + after) happening ??= happens()
        }),
      )
      expect(happening, 'so many were acknowledged').toBeDefined()
      await happening
    },
    /** Checks that everybody still has the number and the receipt that they were told. */
    async expectKept(): Promise<void> {
      for (const { shopper, ticketId, token, receiptId } of acknowledged) {
        const pass = await insist(() => call(address, 'GET', `/api/tickets/${ticketId}`, undefined, shopper))
        expect(pass).toMatchObject({ status: 200, body: { number: token, receiptId } })
      }
      const tokens = acknowledged.map(({ token }) => token)
      expect(new Set(tokens).size).toBe(tokens.length)
    },
  }
}
