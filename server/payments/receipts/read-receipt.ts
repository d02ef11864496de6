import { Refusal } from '#contract/base/errors.ts'
import { reachFor } from '#server/audit/service.ts'
import type { Caller } from '#server/caller.ts'
import { together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { ticketBehind } from '#server/queue/read-queue.ts'
import * as receipts from './store.ts'

/** Returns a receipt that the caller may read; otherwise refuses with `receipt_not_found`. */
export const readReceipt = (deps: Deps, who: Caller, id: string) =>
  together(deps.db, async (db) => {
    const receipt = await receipts.receiptById(db, id)
    if (!receipt) throw new Refusal('receipt_not_found', await reachFor(db, 'receipt', id))
    await ticketBehind(db, who, receipt.ticket_id, 'receipt_not_found')
    return receipt
  })
