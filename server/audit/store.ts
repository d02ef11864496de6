import type { Tx } from '../db/transaction.ts'

/** Adds a line to the audit. */
export const insertEntry = (
  tx: Tx,
  entry: {
    mallId: string | null
    accountId: string | null
    action: string
    subject: string
    detail: Readonly<Record<string, unknown>> | null
    at: Date
  },
) =>
  tx
    .insertInto('audit')
    .values({
      mall_id: entry.mallId,
      actor_account_id: entry.accountId,
      action: entry.action,
      subject: entry.subject,
      detail: entry.detail === null ? null : JSON.stringify(entry.detail),
      at: entry.at,
    })
    .execute()
