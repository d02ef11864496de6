import { latest } from '#contract/base/time.ts'
import { isVendor } from '#contract/payments/payments.ts'
import { type BatchStory, shopBatches } from '#server/db/shop-batches.ts'
import { firstCheckAt } from '#server/payments/checks/rules.ts'
import * as checks from '#server/payments/checks/store.ts'
import * as store from '#server/payments/store.ts'

interface NamedOrder {
  paymentId: string
  shopId: string
  vendorOrderId: string
  now: Date
}

/**
 * Stores the ids, and when vendors are asked for the orders. An order that has an id already keeps it. Each request gets its payment as it
 * is then.
 */
const keepVendorOrders: BatchStory<NamedOrder, store.StoredPayment> = async (tx, orders, limits, locked) => {
  const ids = [...new Set(orders.map(({ paymentId }) => paymentId))]
  const free = await store.lockFreePayments(tx, ids, limits)
  locked()
  const first = new Map(orders.toReversed().map((order) => [order.paymentId, order.vendorOrderId]))
  const unnamed = [...free.values()].filter(({ vendorOrderId }) => vendorOrderId === null)
  const named = unnamed.map((payment) => ({ ...payment, vendorOrderId: first.get(payment.id) ?? null }))
  if (named.length > 0) await store.nameVendorOrders(tx, named)
  const watched = named.flatMap(({ id, mallId, gateway, vendorOrderId }) =>
    isVendor(gateway) && vendorOrderId !== null ? [{ paymentId: id, mallId, gateway, vendorOrderId }] : [],
  )
  const at = latest(orders.map(({ now }) => now))
  if (watched.length > 0) await checks.addVendorOrders(tx, watched, at, firstCheckAt(at))
  const payments = new Map([...free, ...named.map((payment) => [payment.id, payment] as const)])
  const missing = ids.filter((id) => !free.has(id))
  const held = new Set(missing.length > 0 ? (await store.paymentsByIds(tx, missing)).map(({ id }) => id) : [])
  return orders.map(({ paymentId }) => {
    const payment = payments.get(paymentId)
    if (!payment && !held.has(paymentId)) throw new Error('an order has disappeared')
    return payment ?? 'locked'
  })
}

/** If two presses both opened the order, the first id stays: the shopper can pay that order. */
export const keepVendorOrder = shopBatches(keepVendorOrders)
