import type { VendorName } from '#contract/payments/payments.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { settleOrder } from '#server/payments/capture/settle-order.ts'
import { checkSoon } from '#server/payments/checks/store.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import type { SettledLine } from '#server/payments/gateway.ts'
import { isUnpaid } from '#server/payments/orders/rules.ts'
import { noteOrphan } from '#server/payments/orphans/note-orphan.ts'
import { markReturned, orphansNamed } from '#server/payments/orphans/store.ts'
import { paymentById, paymentsByIds, type StoredPayment } from '#server/payments/store.ts'
import { moneyBack } from '#server/payments/webhooks/money-back.ts'
import * as store from './store.ts'

/** `paymentId` is the payment of ours that the entry is about, or whose order it names. */
export type HeededLine = SettledLine & { paymentId: string | null }

/**
 * Heeds what the entries of a day say that we have not heard of, because a webhook was lost: money of no order of ours, a payment of an
 * order that is not paid here, a second payment, and a refund that was not ours. An entry is older than what the vendor knows now, and has
 * the amount with the fee or without an offer, so the vendor is asked about an order of ours. An entry about which it does not answer delays
 * no other one. Then it throws; try again.
 */
export async function heedLines(deps: Deps, mallId: string, gateway: VendorName, lines: readonly HeededLine[]): Promise<void> {
  const paid = lines.filter(({ kind }) => kind === 'payment')
  const payments = new Map((await paymentsByIds(deps.db, idsIn(paid))).map((payment) => [payment.id, payment]))
  const heard = paid.map((line) => ({ line, payment: line.paymentId === null ? undefined : payments.get(line.paymentId) }))
  const unpaid = heard.flatMap(({ payment }) => (payment && isUnpaid(payment) ? [payment.id] : []))
  if (unpaid.length > 0) await transaction(deps.db, (tx) => checkSoon(tx, unpaid, deps.clock.now()))
  const news = heard.filter(({ line, payment }) => !payment || (!isUnpaid(payment) && isOther(line, payment)))
  const known = await orphansNamed(deps.db, mallId, gateway, namesIn(news.map(({ line }) => line)))
  const failures: unknown[] = []
  for (const { line, payment } of news)
    if (line.vendorPaymentId !== null && !known.has(line.vendorPaymentId))
      await heedOther(deps, { mallId, gateway }, { ...line, vendorPaymentId: line.vendorPaymentId }, payment).catch((error: unknown) =>
        failures.push(error),
      )
  const refunds = lines.filter(({ kind }) => kind === 'refund')
  const returned = namesIn(refunds)
  if (returned.length > 0) await transaction(deps.db, (tx) => markReturned(tx, mallId, gateway, returned, deps.clock.now()))
  await findMissedRefunds(deps, mallId, gateway, idsIn(refunds))
  if (failures.length > 0) throw failures[0]
}

const idsIn = (lines: readonly HeededLine[]): string[] => [...new Set(lines.flatMap(({ paymentId }) => paymentId ?? []))]
const namesIn = (lines: readonly HeededLine[]): string[] => [...new Set(lines.flatMap(({ vendorPaymentId }) => vendorPaymentId ?? []))]
const isOther = ({ vendorPaymentId }: HeededLine, payment: StoredPayment): boolean =>
  vendorPaymentId !== null && payment.vendorPaymentId !== vendorPaymentId

/** Money that is not the payment of its order that we know: of no order of ours, or one more payment of a paid one. */
async function heedOther(
  deps: Deps,
  of: { mallId: string; gateway: VendorName },
  { vendorOrderId, vendorPaymentId, amountPaise }: HeededLine & { vendorPaymentId: string },
  payment: StoredPayment | undefined,
): Promise<void> {
  if (payment) await settleOrder(deps, payment, { state: 'captured', vendorPaymentId, amountPaise: payment.amountPaise })
  else await noteOrphan(deps, { ...of, kind: 'unknown', paymentId: null, vendorOrderId, vendorPaymentId, amountPaise })
}

/**
 * Transfers that give back more of these payments than we have heard of. The vendor is asked for all refunds of such an order. Those that
 * are not clear yet come again with the next import.
 */
async function findMissedRefunds(deps: Deps, mallId: string, name: VendorName, refunded: readonly string[]): Promise<void> {
  const gateway = deps.gateways.get(name)
  if (refunded.length === 0 || !gateway?.refundsOf) return
  const credentials = await credentialsFor(deps, gateway, mallId)
  for (const id of await store.refundedBeyondBooks(deps.db, refunded)) {
    const payment = await paymentById(deps.db, id)
    const told = payment ? await gateway.refundsOf(payment, credentials) : []
    for (const news of told) if (news.refund.state === 'processed') await moneyBack(deps, { mallId, gateway: name }, news)
  }
}
