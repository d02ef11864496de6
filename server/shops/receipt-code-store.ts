import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** The shop's part of receipt numbers: `C07` for 7. */
const codeOf = (n: number): string => `C${String(n).padStart(2, '0')}`

/**
 * Returns the code of a shop's receipts under a seller (a GSTIN, or a mall's id). It is the one that the shop has had there, otherwise the
 * first free one from `first` on. A code of another shop under this seller is never free again. This holds across the wall too: the insert
 * of a taken code returns no row.
 */
export async function takeReceiptCode(
  tx: Tx,
  { seller, shopId, mallId, first }: { seller: string; shopId: string; mallId: string; first: number },
): Promise<string> {
  const kept = await tx
    .selectFrom('receiptCode')
    .select('code')
    .where('seller', '=', seller)
    .where('shopId', '=', shopId)
    .executeTakeFirst()
  if (kept) return kept.code
  for (let n = first; ; n += 1) {
    const { rows } = await sql`
      insert into receipt_code (seller, code, shop_id, mall_id)
      select ${seller}, ${codeOf(n)}, ${shopId}, ${mallId}
      where not exists (select from shop where mall_id = ${mallId} and receipt_code = ${codeOf(n)} and id <> ${shopId})
      on conflict (seller, code) do nothing returning code`.execute(tx)
    if (rows.length > 0) return codeOf(n)
  }
}

export const setReceiptCode = (tx: Tx, shopId: string, code: string) =>
  tx.updateTable('shop').set({ receiptCode: code }).where('id', '=', shopId).execute()

export interface CodedSeries {
  shopId: string
  seller: string
}

export const seriesCoded = (db: Reader, shopIds: readonly string[], code: string): Promise<CodedSeries[]> =>
  db
    .selectFrom('receiptCode as coded')
    .innerJoin('receiptCode as series', 'series.shopId', 'coded.shopId')
    .select(['series.shopId as shopId', 'series.seller'])
    .where('coded.code', '=', code)
    .where('coded.shopId', '=', anyOf(shopIds))
    .execute()
