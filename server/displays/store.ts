import type { Tx } from '../db/transaction.ts'

/** What a display shows, column by column. */
export interface DisplayRow {
  background_image: string | null
  image_alt: string
  sliding_text: string
  large_letter: string
  pass_text: string
  audio: string | null
}

/** A shop's banner, if it has one. */
export const displayOf = (db: Pick<Tx, 'selectFrom'>, shopId: string) =>
  db
    .selectFrom('display')
    .select(['shop_id', 'background_image', 'image_alt', 'sliding_text', 'large_letter', 'pass_text', 'audio'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst()

/** Makes a shop's banner as `whole`; where there is one, only what is in `change` changes, so that two editors of different parts both win. */
export const putDisplay = (tx: Tx, shop: { id: string; mallId: string }, whole: DisplayRow, change: Partial<DisplayRow>, now: Date) =>
  tx
    .insertInto('display')
    .values({ shop_id: shop.id, mall_id: shop.mallId, ...whole, updated_at: now })
    .onConflict((oc) => oc.column('shop_id').doUpdateSet({ ...change, updated_at: now }))
    .execute()
