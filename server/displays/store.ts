import type { Tx } from '../db/transaction.ts'

/** A shop's banner, if it has one. */
export const displayOf = (db: Pick<Tx, 'selectFrom'>, shopId: string) =>
  db
    .selectFrom('display')
    .select(['shop_id', 'background_image', 'sliding_text', 'large_letter', 'pass_text'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst()

/** Creates or replaces a shop's banner. */
export const putDisplay = (
  tx: Tx,
  display: { shopId: string; mallId: string; backgroundImage: string | null; slidingText: string; largeLetter: string; passText: string; now: Date },
) => {
  const content = {
    background_image: display.backgroundImage,
    sliding_text: display.slidingText,
    large_letter: display.largeLetter,
    pass_text: display.passText,
    updated_at: display.now,
  }
  return tx
    .insertInto('display')
    .values({ shop_id: display.shopId, mall_id: display.mallId, ...content })
    .onConflict((oc) => oc.column('shop_id').doUpdateSet(content))
    .execute()
}
