import type { Tx } from '#server/db/transaction.ts'

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

/**
 * Makes a shop's banner as `whole`. If it has one, only the fields of `change` are updated, so two editors of different fields do not
 * overwrite each other.
 */
export const putDisplay = (tx: Tx, shop: { id: string; mallId: string }, whole: DisplayRow, change: Partial<DisplayRow>, now: Date) =>
  tx
    .insertInto('display')
    .values({ shop_id: shop.id, mall_id: shop.mallId, ...whole, updated_at: now })
    .onConflict((oc) => oc.column('shop_id').doUpdateSet({ ...change, updated_at: now }))
    .execute()

/** Returns those of these addresses that a display shows or plays. */
export async function addressesInUse(db: Pick<Tx, 'selectFrom'>, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const pictures = await db.selectFrom('display').select('background_image as address').where('background_image', 'in', addresses).execute()
  const sounds = await db.selectFrom('display').select('audio as address').where('audio', 'in', addresses).execute()
  return [...pictures, ...sounds].flatMap(({ address }) => address ?? [])
}
