import type { Display } from '../../contract/displays.ts'
import type { Tx } from '../db/transaction.ts'
import { announce } from '../outbox/announce.ts'
import { type Shop, shopById } from '../shops/service.ts'
import * as store from './store.ts'

/** A shop's banner. A shop that has set none shows its own name and its first letter. */
export async function displayOf(db: Pick<Tx, 'selectFrom'>, shop: Pick<Shop, 'id' | 'name'>): Promise<Display> {
  const row = await store.displayOf(db, shop.id)
  if (!row) return { shopId: shop.id, backgroundImage: null, slidingText: shop.name, largeLetter: [...shop.name][0] ?? '', passText: 'Royal Pass' }
  return {
    shopId: shop.id,
    backgroundImage: row.background_image,
    slidingText: row.sliding_text,
    largeLetter: row.large_letter,
    passText: row.pass_text,
  }
}

/** The banner by shop id; refuses as `shopById` does. */
export const readDisplay = async (db: Pick<Tx, 'selectFrom'>, shopId: string): Promise<Display> => displayOf(db, await shopById(db, shopId))

/** Creates or replaces a shop's banner in the caller's transaction; open displays hear of it. */
export async function putDisplay(tx: Tx, now: Date, shop: { id: string; mallId: string }, content: Omit<Display, 'shopId'>): Promise<void> {
  await store.putDisplay(tx, { ...content, shopId: shop.id, mallId: shop.mallId, now })
  await announce(tx, now, { kind: 'display.changed', shopId: shop.id })
}
