import type { Tx } from '#server/db/transaction.ts'

/** Ends every shopper's session and every passcode. */
export async function endAllVerifications(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('shopper_session').execute()
  await tx.updateTable('otp_code').set({ ended_at: now }).where('ended_at', 'is', null).execute()
}
