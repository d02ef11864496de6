import type { Locale } from '#contract/base/locale.ts'
import type { DomainEvent } from '#contract/events.ts'
import { recordSecurity } from '#server/audit/service.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announce } from '#server/outbox/announce.ts'
import * as store from './store.ts'

export type Alert = Extract<DomainEvent, { kind: 'account.alert' }>['alert']

/** Has an email sent to the account. */
export const alertAccount = (tx: Tx, now: Date, account: { id: string; email: string }, alert: Alert) =>
  announce(tx, now, { kind: 'account.alert', shopId: null, alert, accountId: account.id, email: account.email, from: null })

/**
 * Announces a run of failures for an email address. The relay finds out whether an account has it. So the response to a failed try takes
 * the same work for known and unknown addresses.
 */
export const alertFailures = (tx: Tx, now: Date, email: string, from: string) =>
  announce(tx, now, { kind: 'account.alert', shopId: null, alert: 'failures', accountId: null, email, from })

/**
 * Returns whom an alert goes to; null if no mail goes out. Records a run of failures: only here is it known that the failures concern an
 * account. A disabled account gets no mail about them, because what it advises does not work there. Runs in the relay's transaction.
 */
export async function recipientOf(
  tx: Tx,
  { accountId, email, alert, from, at }: Extract<DomainEvent, { kind: 'account.alert' }> & { at: Date },
): Promise<{ email: string; locale: Locale } | null> {
  const account = accountId === null ? await store.accountByEmail(tx, email) : await store.accountById(tx, accountId)
  if (!account) return null
  if (alert === 'failures' && accountId === null) {
    await recordSecurity(tx, at, { action: 'sign-in.failed', accountId: null, mallId: null, subject: account.id, from })
    if (account.disabledAt) return null
  }
  return { email, locale: account.locale }
}
