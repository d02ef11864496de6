import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { confirmPayment } from '#contract/payments/calls.ts'
import type { Database } from '#server/db/open.ts'
import { insertRows } from '#server/db/rows.ts'
import { transaction } from '#server/db/transaction.ts'
import { sha256 } from '#server/kit/hash.ts'
import { ask } from '#tests/support/calls/client.ts'
import { join, newMobile, order, type Shopper } from '#tests/support/people/people.ts'

/**
 * The shoppers verified their mobiles at `createdAt`. Their sessions are written directly into the database, since a rush does not measure
 * thousands of passcodes.
 */
export async function knownShoppers({ db }: Database, many: number, createdAt: Date): Promise<Shopper[]> {
  const shoppers = Array.from({ length: many }, () => ({ mobile: newMobile(), secret: randomBytes(18).toString('base64url') }))
  const expiresAt = new Date(createdAt.getTime() + 3_600_000)
  const sessions = shoppers.map(({ mobile, secret }) => ({ mobile, tokenHash: sha256(secret), createdAt, expiresAt }))
  await db.insertInto('shopperSession').values(sessions).execute()
  return shoppers.map(({ mobile, secret }) => ({ mobile, cookie: `rc_shopper=${secret}` }))
}

/** Makes `many` shops like this one, in the same mall; returns their ids. */
export async function shopsLike({ db }: Database, shopId: string, many: number): Promise<string[]> {
  const model = await db.selectFrom('shop').selectAll().where('id', '=', shopId).executeTakeFirstOrThrow()
  const shops = Array.from({ length: many }, (_, i) => ({
    ...model,
    id: `${shopId}-${i}`,
    name: `${model.name} ${i}`,
    receiptCode: `R${i}`,
  }))
  await transaction(db, (tx) => insertRows(tx, 'shop', shops))
  return shops.map(({ id }) => id)
}

/**
 * All of them join, then all order, then all pay, each time at the same moment. Every call must succeed in the end. A thousand at once can
 * be too much for a slow machine, which refuses some for a moment (503). Then they ask again, as phones do.
 */
export async function payTogether(
  rivals: readonly Shopper[],
  at: (i: number) => { address: string; shop: string },
): Promise<{ shop: string; number: number; receiptId: string }[]> {
  const tickets = await Promise.all(rivals.map((shopper, i) => patiently(() => join(at(i).address, shopper, at(i).shop))))
  const payments = await Promise.all(rivals.map((shopper, i) => patiently(() => order(at(i).address, shopper, tickets[i] as string))))
  const paid = await Promise.all(
    rivals.map((shopper, i) => patiently(() => ask(at(i).address, confirmPayment, { id: payments[i] as string }, shopper))),
  )
  return paid.map(({ body }, i) => ({ shop: at(i).shop, number: Number(body.token), receiptId: String(body.receiptId) }))
}

/** Retries while the server is too busy. */
export async function patiently<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!/"code":"unavailable"/.test(String(error))) throw error
      await pause(500 + Math.random() * 1000)
    }
  }
}
