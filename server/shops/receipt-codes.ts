import type { Tx } from '#server/db/transaction.ts'
import type { Mall } from '#server/malls/service.ts'
import * as store from './receipt-code-store.ts'

/** The GSTIN, because malls may share one; otherwise the mall's id. */
export const sellerOf = (mall: Pick<Mall, 'id' | 'gstin'>): string => mall.gstin ?? mall.id

/** `nthShop` counts all shops that the mall has ever had. */
export const firstReceiptCode = (tx: Tx, mall: Mall, shopId: string, nthShop: number): Promise<string> =>
  store.takeReceiptCode(tx, { seller: sellerOf(mall), shopId, mallId: mall.id, first: nthShop })

/**
 * Call it when the seller of a mall has changed. Each shop gets a code that no other shop of the seller has. It keeps its own if that is
 * free; its serials go on.
 */
export async function renewReceiptCodes(tx: Tx, mall: Mall, shops: readonly { id: string; receiptCode: string }[]): Promise<void> {
  for (const { id, receiptCode } of shops) {
    const first = Number(/^C(\d+)$/.exec(receiptCode)?.[1] ?? 1)
    const code = await store.takeReceiptCode(tx, { seller: sellerOf(mall), shopId: id, mallId: mall.id, first })
    if (code !== receiptCode) await store.setReceiptCode(tx, id, code)
  }
}

/** The series, under any seller, of shops that have had this code: a receipt's number begins with it. */
export const receiptSeriesCoded = store.seriesCoded
