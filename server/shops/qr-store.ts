import type { Tx } from '#server/db/transaction.ts'

/** Records when a shop's code was last made, for print or as a picture. */
export const noteQrMade = (tx: Tx, shopId: string, at: Date) =>
  tx.updateTable('shop').set({ qrMadeAt: at }).where('id', '=', shopId).execute()
