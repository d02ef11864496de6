import { Refusal } from '#contract/base/errors.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { type Amounts, roundOffOf, type TaxKind } from '#contract/payments/taxes.ts'
import { reachFor } from '#server/audit/service.ts'
import type { Caller } from '#server/caller.ts'
import { type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { ticketBehind } from '#server/queue/read-queue.ts'
import { slotOf } from '#server/queue/slot-rules.ts'
import * as receipts from './store.ts'

/** Returns a receipt with the papers of its refunds. Refuses with `receipt_not_found` unless the caller may read it. */
export const readReceipt = (deps: Deps, who: Caller, id: string) =>
  together(deps.db, async (db) => {
    const receipt = await receipts.receiptById(db, id)
    if (!receipt) throw new Refusal('receipt_not_found', await reachFor(db, 'receipt', id))
    await ticketBehind(db, who, receipt.ticketId, 'receipt_not_found')
    const notes = await receipts.notesOf(db, receipt.id)
    return { ...receiptOf(receipt), creditNotes: notes.map(noteOf) }
  })

type AmountsOfRow = Pick<receipts.StoredNote, 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise' | 'extraPaise' | 'totalPaise'>

export const amountsOf = (row: AmountsOfRow): Amounts => ({
  taxablePaise: row.taxablePaise,
  cgstPaise: row.cgstPaise,
  sgstPaise: row.sgstPaise,
  igstPaise: row.igstPaise,
  extraPaise: row.extraPaise,
  totalPaise: row.totalPaise,
})

/** Null on a plain receipt. Older invoices had no other kind. */
export const taxKindOn = (row: Pick<receipts.StoredReceipt, 'taxKind' | 'kind'>): TaxKind | null =>
  row.taxKind ?? (row.kind === 'tax_invoice' ? 'cgst_sgst' : null)

/** As it was issued. Only whether it was refunded is of today. */
export function receiptOf(row: receipts.StoredReceipt) {
  const amounts = amountsOf(row)
  return {
    id: row.id,
    code: row.code,
    number: row.number,
    kind: row.kind,
    issuedAt: row.issuedAt,
    sellerName: row.sellerName,
    sellerAddress: row.sellerAddress,
    gstin: row.gstin,
    shopName: row.shopName,
    recipientName: row.recipientName,
    placeOfSupply: row.placeOfSupply,
    sac: row.sac ?? '',
    tokenNumber: row.tokenNumber,
    slot: slotOf({ shopId: row.shopId, slotStartsAt: row.slotStartsAt, slotEndsAt: row.slotEndsAt }),
    taxBasisPoints: row.taxBasisPoints,
    taxKind: taxKindOn(row),
    ...amounts,
    roundOffPaise: roundOffOf(amounts),
    gateway: row.gateway as GatewayName,
    paymentReference: row.paymentReference,
    refunded: row.paymentState === 'refunded',
  }
}

export const noteOf = (row: receipts.StoredNote) => ({
  id: row.id,
  code: row.code,
  number: row.number,
  kind: row.kind,
  issuedAt: row.issuedAt,
  ...amountsOf(row),
})

/** Returns the papers of refunds by id. */
export const notesByIds = async (db: Reader, ids: ReadonlySet<string>) =>
  new Map((await receipts.notesByIds(db, [...ids])).map(({ shopName, ...row }) => [row.id, { ...noteOf(row), shopName }]))

/** Returns receipts by ticket; a ticket without one is absent. */
export const receiptsOfTickets = async (db: Reader, ticketIds: readonly string[]) =>
  new Map((await receipts.receiptsOfTickets(db, ticketIds)).map((row) => [row.ticketId, receiptOf(row)]))
