import type { VendorName } from '#contract/payments/payments.ts'
import type { Deps } from '#server/deps.ts'
import { settleOrder, settleReturned } from '#server/payments/capture/settle-order.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import type { SettledLine } from '#server/payments/gateway.ts'
import { noteOrphan } from '#server/payments/orphans/note-orphan.ts'
import { paymentById, paymentsByIds, type StoredPayment } from '#server/payments/store.ts'
import { moneyBack } from '#server/payments/webhooks/money-back.ts'
import * as store from './store.ts'

/** `paymentId` is the payment of ours that the entry is about, or whose order it names. */
export type HeededLine = SettledLine & { paymentId: string | null }

/**
 * Applies what the transfers say that we have not heard of, because a webhook was lost: a payment of no order of ours, a late or a second
 * payment of an order, and a refund that someone made on the vendor's own pages. Throws if the vendor does not answer; try again then.
 */
export async function heedLines(deps: Deps, mallId: string, gateway: VendorName, lines: readonly HeededLine[]): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ paymentId }) => paymentId ?? []))]
  const payments = new Map((await paymentsByIds(deps.db, ids)).map((payment) => [payment.id, payment]))
  const news = lines.filter((line) => line.paymentId === null || isNews(line, payments.get(line.paymentId)))
  for (const line of news) if (line.kind === 'payment') await heedPayment(deps, mallId, gateway, line)
  for (const line of news) if (line.kind === 'refund') await heedReturn(deps, line)
  await findMissedRefunds(deps, mallId, gateway, lines)
}

const isNews = ({ vendorPaymentId }: HeededLine, payment: StoredPayment | undefined): boolean =>
  payment?.state === 'created' || payment?.state === 'expired' || (vendorPaymentId !== null && payment?.vendorPaymentId !== vendorPaymentId)

async function heedPayment(deps: Deps, mallId: string, gateway: VendorName, line: HeededLine): Promise<void> {
  const { paymentId, vendorOrderId, vendorPaymentId, amountPaise } = line
  const payment = paymentId === null ? null : await paymentById(deps.db, paymentId)
  if (payment) await settleOrder(deps, payment, { state: 'captured', vendorPaymentId, amountPaise })
  else if (vendorPaymentId !== null)
    await noteOrphan(deps, { mallId, gateway, kind: 'unknown', paymentId: null, vendorOrderId, vendorPaymentId, amountPaise })
}

/** The vendor gives back a second payment of an order as a whole, without being asked. */
async function heedReturn(deps: Deps, { paymentId, vendorPaymentId, amountPaise, netPaise }: HeededLine): Promise<void> {
  const payment = paymentId === null ? null : await paymentById(deps.db, paymentId)
  if (!payment || payment.vendorPaymentId === null || vendorPaymentId === null) return
  const isOther = payment.vendorPaymentId !== vendorPaymentId
  if (isOther && netPaise < 0 && amountPaise === payment.amountPaise) await settleReturned(deps, payment, { vendorPaymentId, amountPaise })
}

/**
 * Transfers that give back more of a payment than we have heard of. The vendor is asked for all refunds of such an order. Those that are
 * not clear yet come again with the next import.
 */
async function findMissedRefunds(
  deps: Deps,
  mallId: string,
  name: VendorName,
  lines: readonly Pick<HeededLine, 'kind' | 'paymentId'>[],
): Promise<void> {
  const refunded = new Set(lines.flatMap(({ kind, paymentId }) => (kind === 'refund' && paymentId !== null ? [paymentId] : [])))
  const gateway = deps.gateways.get(name)
  if (refunded.size === 0 || !gateway?.refundsOf) return
  const credentials = await credentialsFor(deps, gateway, mallId)
  for (const id of await store.refundedBeyondBooks(deps.db, [...refunded])) {
    const payment = await paymentById(deps.db, id)
    const told = payment ? await gateway.refundsOf(payment, credentials) : []
    for (const news of told) if (news.refund.state === 'processed') await moneyBack(deps, { mallId, gateway: name }, news)
  }
}
