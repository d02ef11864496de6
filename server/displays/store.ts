import type { Reader, Tx } from '#server/db/transaction.ts'

export interface DisplayRow {
  backgroundImage: string | null
  imageAlt: string
  slidingText: string
  largeLetter: string
  passText: string
  audio: string | null
}

export const displayOf = (db: Reader, shopId: string) =>
  db
    .selectFrom('display')
    .select(['shopId', 'backgroundImage', 'imageAlt', 'slidingText', 'largeLetter', 'passText', 'audio'])
    .where('shopId', '=', shopId)
    .executeTakeFirst()

/** If the shop has a banner, only the fields of `change` are updated, so two editors of different fields do not overwrite each other. */
export const putDisplay = (tx: Tx, shop: { id: string; mallId: string }, whole: DisplayRow, change: Partial<DisplayRow>, now: Date) =>
  tx
    .insertInto('display')
    .values({ shopId: shop.id, mallId: shop.mallId, ...whole, updatedAt: now })
    .onConflict((oc) => oc.column('shopId').doUpdateSet({ ...change, updatedAt: now }))
    .execute()

/** Returns those of these addresses that a display shows or plays. */
export async function addressesInUse(db: Reader, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const pictures = await db.selectFrom('display').select('backgroundImage as address').where('backgroundImage', 'in', addresses).execute()
  const sounds = await db.selectFrom('display').select('audio as address').where('audio', 'in', addresses).execute()
  return [...pictures, ...sounds].flatMap(({ address }) => address ?? [])
}
