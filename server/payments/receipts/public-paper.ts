import type { PaperName, PublicPaper } from '#contract/payments/paper.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { shopsOnRecord } from '#server/shops/service.ts'
import { noteOf, receiptOf } from './read-receipt.ts'
import * as store from './store.ts'

/** For everyone who knows the code; null if no paper has it. */
export const paperByCode = (deps: Pick<Deps, 'db'>, code: string): Promise<PublicPaper | null> =>
  together(deps.db, async (db) => {
    const receipt = await store.receiptByCode(db, code)
    if (receipt) return publicPaper(db, receipt, null)
    const note = await store.noteByCode(db, code)
    const original = note && (await store.receiptById(db, note.receiptId))
    return original ? publicPaper(db, original, note) : null
  })

async function publicPaper(db: Reader, receipt: store.StoredReceipt, note: store.StoredNote | null): Promise<PublicPaper> {
  const shop = (await shopsOnRecord(db, [receipt.shopId])).get(receipt.shopId)
  if (!shop) throw new Error('a receipt has no shop')
  const { id: _receiptId, roundOffPaise: _roundOff, slot, ...issued } = receiptOf(receipt)
  const original = { ...issued, issuedAt: issued.issuedAt.toISOString() }
  const shown = { ...original, timeZone: shop.mall.timeZone, slot: null, notes: [], original: null }
  if (note === null) {
    const notes = (await store.notesOf(db, receipt.id)).map((one) => nameOf(noteOf(one)))
    return { ...shown, slot: slot && { startsAt: slot.startsAt.toISOString(), endsAt: slot.endsAt.toISOString() }, notes }
  }
  const { id: _noteId, ...refund } = noteOf(note)
  const gateway = (note.gateway as GatewayName | null) ?? original.gateway
  // Cash that was handed back has no name at a vendor.
  const paymentReference = gateway === original.gateway ? original.paymentReference : null
  return { ...shown, ...refund, gateway, paymentReference, issuedAt: refund.issuedAt.toISOString(), original: nameOf(issued) }
}

const nameOf = ({ code, kind, number, issuedAt, totalPaise }: Omit<PaperName, 'issuedAt'> & { issuedAt: Date }): PaperName => ({
  code,
  kind,
  number,
  issuedAt: issuedAt.toISOString(),
  totalPaise,
})
