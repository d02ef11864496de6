import { sql } from 'kysely'
import type { Reader, Tx } from '#server/db/transaction.ts'

/**
 * What stays when a demo becomes production: places, people without their passwords, and the audit. The numbers of streams stay, so that
 * they never run backwards. A test checks both lists against the schema.
 */
export const stays = [
  'account',
  'audit',
  'counter',
  'display',
  'installation',
  'mall',
  'media',
  'receiptCode',
  'relayHead',
  'shop',
  'shopStaff',
  'shopStream',
  'slug',
] as const
export const goes = [
  'addressUse',
  'authChallenge',
  'cashCount',
  'cashDrawer',
  'counterSession',
  'creditNote',
  'creditNoteSeries',
  'dayCounter',
  'dispute',
  'eventBacklog',
  'gatewayAccount',
  'gatewaySecret',
  'idempotencyKey',
  'mallUse',
  'message',
  'moneyChange',
  'moneyDay',
  'orphan',
  'otpBudget',
  'otpCode',
  'otpTry',
  'outbox',
  'payment',
  'paymentAttempt',
  'receipt',
  'receiptSeries',
  'refund',
  'resetCode',
  'secondFactorOffer',
  'session',
  'settlement',
  'settlementLine',
  'shopperSession',
  'signInFailure',
  'signUp',
  'slotCount',
  'ticket',
  'ticketEvent',
  'vendorEvent',
  'vendorOrder',
  'waitlist',
] as const

export const emptyTrade = (tx: Tx) => sql`truncate ${sql.join(goes.map((name) => sql.table(name)))} restart identity`.execute(tx)

export async function archivePlaces(tx: Tx, mallId: string, now: Date): Promise<void> {
  await tx.updateTable('shop').set({ archivedAt: now }).where('mallId', '=', mallId).where('archivedAt', 'is', null).execute()
  await tx.updateTable('mall').set({ archivedAt: now }).where('id', '=', mallId).where('archivedAt', 'is', null).execute()
}

/**
 * Disables the accounts of the demo and every super administrator, and makes all passwords void. A demo shows the codes of password resets
 * on the screen, so a stranger may know any password.
 */
export async function closeAccounts(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ disabledAt: now })
    .where('disabledAt', 'is', null)
    .where((eb) => eb.or([eb('role', '=', 'superadmin'), eb(eb.fn('lower', ['email']), 'like', '%@demo.test')]))
    .execute()
  await tx.updateTable('account').set({ passwordHash: 'void', firstPasswordUntil: null, totpSecret: null, totpLastStep: null }).execute()
}

/** Counts malls in use, and accounts that may sign in once they have a new password. */
export async function countLeft(db: Reader): Promise<{ malls: number; accounts: number }> {
  const count = sql<number>`count(*)::int`.as('n')
  const malls = await db.selectFrom('mall').select(count).where('archivedAt', 'is', null).executeTakeFirstOrThrow()
  const accounts = await db.selectFrom('account').select(count).where('disabledAt', 'is', null).executeTakeFirstOrThrow()
  return { malls: malls.n, accounts: accounts.n }
}
