import type { Tx } from '#server/db/transaction.ts'

/**
 * Ends every session, every sign-in in progress and every reset code: a restored database does not know which ones have ended since the
 * backup.
 */
export async function endAllSignIns(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('authChallenge').execute()
  await tx.updateTable('resetCode').set({ endedAt: now }).where('endedAt', 'is', null).execute()
}
