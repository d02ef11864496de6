import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { confirmPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { information, join, order, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'

/** The patience of a shopper in ms: longer than any outage that a test makes. */
const PATIENCE_MS = 40_000

/** Retries as people and their phones do; throws the last error after `PATIENCE_MS`. */
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

/** Makes shoppers who join one shop and pay, whatever happens to the servers behind the address. Keeps what was acknowledged to them. */
export function payersAt(address: string, shop: string) {
  const acknowledged: Kept[] = []

  const pay = async (): Promise<void> => {
    const shopper = await insist(() => verifiedShopper(address))
    const ticketId = await insist(() => join(address, shopper, shop))
    const paymentId = await insist(() => order(address, shopper, ticketId))
    await insist(async () => {
      const { status, body } = await send(address, confirmPayment, { id: paymentId }, shopper)
      expect(status).toBe(200)
      acknowledged.push({ shopper, ticketId, token: body.token, receiptId: body.receiptId })
    })
  }

  return {
    acknowledged,
    /**
     * Lets `many` shoppers pay at once. Calls `happens` once, after `after` acknowledgements. Resolves when all have paid and `happens` has
     * ended.
     */
    rush: (when: When) => rush(when, pay, acknowledged),
    /** Each shopper still has the token number and the receipt that was acknowledged. */
    async expectKept(): Promise<void> {
      for (const { shopper, ticketId, token, receiptId } of acknowledged) {
        const pass = await insist(() => send(address, readPass, { id: ticketId }, shopper))
        expect(pass).toMatchObject({ status: 200, body: { number: token, receiptId } })
      }
      const tokens = acknowledged.map(({ token }) => token)
      expect(new Set(tokens).size).toBe(tokens.length)
    },
  }
}

/** Makes shoppers who join one shop that costs nothing, whatever happens to the servers behind the address. */
export function joinersAt(address: string, shop: string) {
  const acknowledged: { shopper: Shopper; ticketId: string; token: unknown }[] = []

  const take = async (): Promise<void> => {
    const shopper = await insist(() => verifiedShopper(address))
    await insist(async () => {
      const { body } = await ask(address, joinQueue, { body: information(shopper, shop) }, shopper)
      acknowledged.push({ shopper, ticketId: body.newInfo._id, token: body.newInfo.token })
    })
  }

  return {
    rush: (when: When) => rush(when, take, acknowledged),
    /** The shoppers have the numbers 1, 2, 3 …, each the one that was acknowledged, and joining again changes nothing. */
    async expectKept(): Promise<void> {
      for (const { shopper, ticketId, token } of acknowledged) {
        const again = await insist(() => ask(address, joinQueue, { body: information(shopper, shop) }, shopper))
        expect(again).toMatchObject({ status: 200, body: { newInfo: { _id: ticketId, token } } })
      }
      const tokens = acknowledged.map(({ token }) => Number(token)).toSorted((a, b) => a - b)
      expect(tokens).toEqual(tokens.map((_, i) => i + 1))
    },
  }
}

interface When {
  many: number
  after: number
  happens: () => Promise<void>
}

async function rush({ many, after, happens }: When, one: () => Promise<void>, acknowledged: readonly unknown[]): Promise<void> {
  const before = acknowledged.length
  let happening: Promise<void> | undefined
  await Promise.all(
    Array.from({ length: many }, async () => {
      await one()
      if (acknowledged.length >= before + after) happening ??= happens()
    }),
  )
  expect(happening, 'enough shoppers got an answer').toBeDefined()
  await happening
}
