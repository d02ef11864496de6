import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/**
 * The tables that stay when a demo becomes production: places, people without their passwords, and the audit. The numbers of streams stay,
 * so that they never run backwards. All other rows were only play and are deleted. A test checks both lists against the schema.
 */
export const stays = [
  'account',
  'audit',
  'counter',
  'display',
  'installation',
  'mall',
  'media',
  'receipt_code',
  'relay_head',
  'shop',
  'shop_staff',
  'shop_stream',
  'slug',
] as const
export const goes = [
  'address_use',
  'auth_challenge',
  'counter_session',
  'credit_note',
  'credit_note_series',
  'day_counter',
  'dispute',
  'event_backlog',
  'gateway_account',
  'gateway_secret',
  'idempotency_key',
  'mall_use',
  'message',
  'orphan',
  'otp_budget',
  'otp_code',
  'otp_try',
  'outbox',
  'payment',
  'payment_attempt',
  'receipt',
  'receipt_series',
  'refund',
  'reset_code',
  'second_factor_offer',
  'session',
  'settlement',
  'settlement_line',
  'shopper_session',
  'sign_in_failure',
  'sign_up',
  'slot_count',
  'ticket',
  'ticket_event',
  'vendor_event',
  'vendor_order',
  'waitlist',
] as const

/** Empties the tables of the demo's sales and of all sign-ins. */
export const emptyTrade = (tx: Tx) => sql`truncate ${sql.join(goes.map((name) => sql.table(name)))} restart identity`.execute(tx)

/** Archives the demo's mall and its shops. */
export async function archivePlaces(tx: Tx, mallId: string, now: Date): Promise<void> {
  await tx.updateTable('shop').set({ archived_at: now }).where('mall_id', '=', mallId).where('archived_at', 'is', null).execute()
  await tx.updateTable('mall').set({ archived_at: now }).where('id', '=', mallId).where('archived_at', 'is', null).execute()
}

/**
 * Disables the accounts of the demo and every super administrator, and makes all passwords void. A demo shows the codes of password resets
 * on the screen, so by now a stranger may know any password.
 */
export async function closeAccounts(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ disabled_at: now })
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('role', '=', 'superadmin'), eb(eb.fn('lower', ['email']), 'like', '%@demo.test')]))
    .execute()
  await tx
    .updateTable('account')
    .set({ password_hash: 'void', first_password_until: null, totp_secret: null, totp_last_step: null })
    .execute()
}

/** Counts what stays: malls in use, and accounts that may sign in once they have a new password. */
export async function countLeft(db: Pick<Tx, 'selectFrom'>): Promise<{ malls: number; accounts: number }> {
  const count = sql<number>`count(*)::int`.as('n')
  const malls = await db.selectFrom('mall').select(count).where('archived_at', 'is', null).executeTakeFirstOrThrow()
  const accounts = await db.selectFrom('account').select(count).where('disabled_at', 'is', null).executeTakeFirstOrThrow()
  return { malls: malls.n, accounts: accounts.n }
}
