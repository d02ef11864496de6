import { financialYearOf, localDateOf } from '#contract/base/time.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { splitRefund } from '#contract/payments/taxes.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newCode, newId } from '#server/kit/ids.ts'
import { shopsOnRecord } from '#server/shops/service.ts'
import { amountsOf } from './read-receipt.ts'
import { noteKindOf, noteNumber } from './rules.ts'
import * as store from './store.ts'

/**
 * Issues a credit note for a tax invoice, a refund receipt otherwise, in the transaction that completes the refund. A receipt gets one for
 * each part of its money that goes back. Money that came too late bought nothing: it has no receipt and gets no paper. The payment is
 * locked; the series is locked after it. `through` is how the money went back. Returns the paper's id.
 */
export async function issueNote(
  tx: Tx,
  payment: { id: string; shopId: string },
  amountPaise: number,
  { through, now }: { through: GatewayName; now: Date },
): Promise<string | undefined> {
  const receipt = await store.receiptOf(tx, payment.id)
  if (!receipt) return undefined
  const shop = (await shopsOnRecord(tx, [payment.shopId])).get(payment.shopId)
  if (!shop) throw new Error('a receipt has no shop')
  const date = localDateOf(now, shop.mall.timeZone)
  const { seller } = receipt
  const series = { seller, shopId: receipt.shopId, mallId: receipt.mallId, financialYear: financialYearOf(date) }
  const notes = (await store.notesOf(tx, receipt.id)).map(amountsOf)
  const split = splitRefund(amountsOf(receipt), notes, amountPaise)
  const serial = await store.takeNoteSerial(tx, series)
  const id = newId()
  await store.insertNote(tx, {
    id,
    mallId: receipt.mallId,
    shopId: receipt.shopId,
    receiptId: receipt.id,
    kind: noteKindOf(receipt.kind),
    code: newCode(),
    gateway: through,
    seller,
    financialYear: series.financialYear,
    serial,
    number: noteNumber(receipt, date, serial),
    issuedAt: now,
    taxablePaise: split.taxablePaise,
    cgstPaise: split.cgstPaise,
    sgstPaise: split.sgstPaise,
    igstPaise: split.igstPaise,
    extraPaise: split.extraPaise,
    totalPaise: split.totalPaise,
  })
  return id
}
