import { Refusal } from '#contract/base/errors.ts'
import { SECOND } from '#contract/base/time.ts'
import { isVendor } from '#contract/payments/payments.ts'
import type { Caller } from '#server/caller.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { settleOrder } from '#server/payments/capture/settle-order.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { type Gateway, VendorBusy, type VendorOrder } from '#server/payments/gateway.ts'
import { readPayment } from '#server/payments/orders/read-payments.ts'
import { isUnpaid } from '#server/payments/orders/rules.ts'
import * as payments from '#server/payments/store.ts'
import { vendorRefusal } from '#server/payments/vendor-refusal.ts'
import { nextCheckAt, retryAt } from './rules.ts'
import * as store from './store.ts'

/** Limits of one node. With a run every ten seconds, `PER_MALL` stays below the 400 questions a minute that Cashfree allows an account. */
const [ABREAST, PER_RUN, PER_MALL] = [4, 400, 60]
/** How long a claim to a check is valid. */
const LEASE_MS = 60 * SECOND

/** `underWay`: the vendor knows of a payment that is not decided; null if it was not asked. */
type Checked = Awaited<ReturnType<typeof readPayment>> & { underWay: boolean | null }

/**
 * Asks the vendor, at most once in two seconds on each node, and returns the payment then. Refuses with `payment_not_found`, and with
 * `payment_other_amount` if the vendor took another amount. Refuses with `gateway_unavailable` if the vendor does not answer, and with
 * `unavailable` if it takes no more calls.
 */
export async function checkPayment(deps: Deps, who: Caller, paymentId: string): Promise<Checked> {
  const found = await readPayment(deps, who, paymentId)
  const gateway = deps.gateways.get(found.payment.gateway)
  if (!gateway || !isAsked(found.payment) || !deps.mayAskVendor(paymentId)) return { ...found, underWay: null }
  const told = await askAndSettle(deps, gateway, found.payment).catch((error) => {
    if (error instanceof Refusal) throw error
    deps.log.error({ err: error, gateway: gateway.name }, 'the payment gateway did not tell the state of an order')
    throw vendorRefusal(error)
  })
  if (told.state === 'captured' && told.amountPaise !== found.payment.amountPaise) throw new Refusal('payment_other_amount')
  return { ...(await readPayment(deps, who, paymentId)), underWay: told.state === 'pending' }
}

/** True if a vendor may have money of an order that we have not taken. */
const isAsked = (payment: payments.StoredPayment): boolean => isVendor(payment.gateway) && isUnpaid(payment)

/** Returns what the vendor says. An order whose time is over is also ended at the vendor, if it can be. */
async function askAndSettle(deps: Deps, gateway: Gateway, payment: payments.StoredPayment): Promise<VendorOrder> {
  const credentials = await credentialsFor(deps, gateway, payment.mallId)
  const isOver = payment.state === 'expired' || payment.expiresAt <= deps.clock.now()
  const told = await gateway.fetchOrder(payment, credentials)
  // With the keys of another account no one would ever hear of the money.
  if (told.state === 'unknown' && payment.vendorOrderId !== null)
    throw new Error(`${gateway.name} does not know an order that was opened there: the keys may be those of another account`)
  const isOpen = told.state === 'open' || told.state === 'pending'
  const last = isOver && isOpen && gateway.cancel ? await gateway.cancel(payment, credentials) : told
  await settleOrder(deps, payment, last)
  return last
}

/**
 * Nothing else may ever tell us of the money: a browser closes, a webhook is lost. A mall whose vendor is busy or does not answer waits
 * until the next run, and the others go on. May run on every node at once.
 */
export async function checkOrders(deps: Deps): Promise<void> {
  const busy = new Set<string>()
  const asked = new Map<string, number>()
  let left = PER_RUN
  const lane = async () => {
    while (left > 0) {
      left -= 1
      const now = deps.clock.now()
      const lease = new Date(now.getTime() + LEASE_MS)
      const [due] = await transaction(deps.db, (tx) => store.claimChecks(tx, { now, lease, most: 1, busy: [...busy] }))
      if (!due) return
      const count = (asked.get(due.mallId) ?? 0) + 1
      asked.set(due.mallId, count)
      if (count >= PER_MALL) busy.add(due.mallId)
      await check(deps, due).catch(async (error) => {
        busy.add(due.mallId)
        deps.log.error({ err: error, mall: due.mallId, gateway: due.gateway }, 'an order could not be checked, trying again later')
        const now = deps.clock.now()
        const next = error instanceof VendorBusy ? new Date(now.getTime() + error.retryAfterSeconds * SECOND) : retryAt(due.openedAt, now)
        await transaction(deps.db, (tx) => store.scheduleCheck(tx, due, next))
      })
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, lane))
}

async function check(deps: Deps, due: store.DueCheck): Promise<void> {
  const { paymentId, gateway: name, openedAt } = due
  const gateway = deps.gateways.get(name)
  const payment = await payments.paymentById(deps.db, paymentId)
  const isOpen = gateway !== undefined && payment !== null && isAsked(payment)
  if (isOpen) await askAndSettle(deps, gateway, payment)
  // An order that is paid needs no further check; one that is not paid does, even if it has expired.
  const after = isOpen ? await payments.paymentById(deps.db, paymentId) : payment
  const next = after && isAsked(after) ? nextCheckAt(openedAt, deps.clock.now()) : null
  await transaction(deps.db, (tx) => store.scheduleCheck(tx, due, next))
}
