import { randomBytes } from 'node:crypto'
import type { Database } from '../../server/db/open.ts'
import { insertRows } from '../../server/db/rows.ts'
import { transaction } from '../../server/db/transaction.ts'
import { sha256 } from '../../server/kit/hash.ts'
import { newMobile, type Shopper } from './people.ts'

/**
 * So many shoppers who have verified their mobiles some time before the rush: their sessions are written straight into the database,
 * since thousands of passcodes are not what a rush is about.
 */
export async function knownShoppers({ db }: Database, many: number): Promise<Shopper[]> {
  const shoppers = Array.from({ length: many }, () => ({ mobile: newMobile(), secret: randomBytes(18).toString('base64url') }))
  const created_at = new Date()
  const expires_at = new Date(created_at.getTime() + 3_600_000)
  const sessions = shoppers.map(({ mobile, secret }) => ({ mobile, token_hash: sha256(secret), created_at, expires_at }))
  await db.insertInto('shopper_session').values(sessions).execute()
  return shoppers.map(({ mobile, secret }) => ({ mobile, cookie: `rc_shopper=${secret}` }))
}

/** So many shops like this one, of the same mall; answers their ids. */
export async function shopsLike({ db }: Database, shopId: string, many: number): Promise<string[]> {
  const model = await db.selectFrom('shop').selectAll().where('id', '=', shopId).executeTakeFirstOrThrow()
  const shops = Array.from({ length: many }, (_, i) => ({
    ...model,
    id: `${shopId}-${i}`,
    name: `${model.name} ${i}`,
    receipt_code: `R${i}`,
  }))
  await transaction(db, (tx) => insertRows(tx, 'shop', shops))
  return shops.map(({ id }) => id)
}
