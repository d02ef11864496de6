import type { Tx } from '#server/db/transaction.ts'

/** Ends every shopper's session and every passcode. */
export async function endAllVerifications(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('shopperSession').execute()
  await tx.updateTable('otpCode').set({ endedAt: now }).where('endedAt', 'is', null).execute()
}
