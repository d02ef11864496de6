import { z } from 'zod'
import { Refusal } from '#contract/base/errors.ts'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { disputeStates, type VendorName } from '#contract/payments/payments.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/kit/ids.ts'
import { SecretUnreadable } from '#server/payments/accounts/vendor-accounts.ts'
import { settleOrder, settleReturned } from '#server/payments/capture/settle-order.ts'
import { takeDispute } from '#server/payments/disputes/take-dispute.ts'
import type { VendorEvent } from '#server/payments/gateway.ts'
import { noteOrphan } from '#server/payments/orphans/note-orphan.ts'
import { moneyBack } from './money-back.ts'
import { EVENTS_KEPT_MS, isOrphan, nextTryAt } from './rules.ts'
import * as store from './store.ts'
import { eventsOf } from './together.ts'

/** How long one handling of an event may take before another node takes it. */
const LEASE_MS = 20 * SECOND
/** How many events one node handles at the same time. */
const AT_ONCE = 100

/**
 * Stores the event together with others of the same moment, then handles it. It succeeds once the event is stored, whatever becomes of it:
 * a worker handles what is left, and in a rush most events. Refuses with `signature_wrong`, also for a mall without an account there; then
 * nothing is stored.
 */
export async function takeEvent(
  deps: Deps,
  name: VendorName,
  mallId: string,
  raw: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const account = await deps.vendorAccounts.open(name, mallId).catch((error: unknown) => {
    if (!(error instanceof SecretUnreadable)) throw error
    deps.log.error({ err: error, mall: mallId, gateway: name }, 'a webhook could not be checked')
    // The vendor sends it again.
    throw new Refusal('unavailable', { retryAfterSeconds: MINUTE / SECOND })
  })
  const event = account && deps.gateways.get(name)?.readWebhook?.(raw, headers, account.credentials)
  if (!event || event === 'forged') throw new Refusal('signature_wrong')
  const now = deps.clock.now()
  const changes = changesSomething(event.about)
  const events = eventsOf(deps.database)
  const isTaken = changes && events.takeInHand()
  try {
    const received = { id: newId(), mallId, gateway: name, eventId: event.id.slice(0, 200), body: raw, about: event.about, receivedAt: now }
    const nextTryAt = changes ? new Date(now.getTime() + (isTaken ? LEASE_MS : 0)) : null
    const isNew = await events.add({ ...received, nextTryAt })
    if (isNew && !event.isReadable)
      deps.log.error({ mall: mallId, gateway: name, event: event.id }, 'a vendor has signed an event of a shape that we do not know')
    if (isNew && isTaken) await handle(deps, { ...received, tries: 1 })
  } finally {
    if (isTaken) events.letGo()
  }
}

/** False for a kind that we do not use, and for one that only says that no money has arrived. */
const changesSomething = (about: VendorEvent['about']): boolean => about !== null && !('order' in about && about.order.state !== 'captured')

/** Handles the events that wait: their order was not stored yet, a row was locked, or the node that took them ended. */
export async function handleEvents(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const claim = { now, lease: new Date(now.getTime() + LEASE_MS), most: AT_ONCE }
    const events = await transaction(deps.db, (tx) => store.claimEvents(tx, claim))
    await Promise.all(events.map((event) => handle(deps, event)))
    if (events.length < AT_ONCE) return
  }
}

/** Old events may go: their effects are in the payments. */
export const forgetOldEvents = ({ db, clock }: Deps) =>
  transaction(db, (tx) => store.deleteEvents(tx, new Date(clock.now().getTime() - EVENTS_KEPT_MS)))

/** Records what became of the event; never throws. */
async function handle(deps: Deps, event: store.OpenEvent): Promise<void> {
  const { settle } = eventsOf(deps.database)
  try {
    const outcome = await apply(deps, event)
    const now = deps.clock.now()
    await settle({ id: event.id, ...(outcome === 'wait' ? { nextTryAt: nextTryAt(now, event.tries) } : { outcome, at: now }) })
  } catch (error) {
    // If this fails too, the claim ends after a while, and then the event is tried again.
    await settle({ id: event.id, nextTryAt: nextTryAt(deps.clock.now(), event.tries) }).catch(() => {})
    deps.log.error({ err: error, event: event.id, gateway: event.gateway }, 'an event of a vendor could not be handled, trying again later')
  }
}

const dispute = z.object({
  ...{ vendorDisputeId: z.string(), vendorOrderId: z.string().nullable(), vendorPaymentId: z.string().nullable() },
  ...{ amountPaise: z.number(), deductedPaise: z.number(), phase: z.string(), reason: z.string(), state: z.enum(disputeStates) },
  ...{ respondBy: z.coerce.date().nullable(), openedAt: z.coerce.date(), toldAt: z.coerce.date() },
})
const told = z.union([
  z.object({
    vendorOrderId: z.string(),
    order: z.union([
      z.object({ state: z.literal('captured'), vendorPaymentId: z.string().nullable(), amountPaise: z.number() }),
      z.object({ state: z.enum(['unknown', 'open', 'pending', 'cancelled']) }),
    ]),
  }),
  z.object({ vendorOrderId: z.string().nullable(), returned: z.object({ vendorPaymentId: z.string(), amountPaise: z.number() }) }),
  z.object({ dispute }),
  z.object({
    refundId: z.string().nullable(),
    refund: z.object({ state: z.string(), vendorRefundId: z.string().nullish(), bankReference: z.string().nullish() }),
    amountPaise: z.number(),
    of: z.object({ vendorOrderId: z.string(), vendorPaymentId: z.string() }).nullable(),
  }),
])

/** `wait` if the order is not there yet. */
async function apply(deps: Deps, event: store.OpenEvent): Promise<store.EventOutcome | 'wait'> {
  const { mallId, gateway, receivedAt } = event
  const about = told.parse(event.about)
  const isLate = isOrphan(receivedAt, deps.clock.now())
  if ('refundId' in about) {
    const outcome = about.refund.state === 'processed' ? await moneyBack(deps, { mallId, gateway }, about) : 'unused'
    // The payment is there: however long the vendor takes to answer, this money must be counted.
    if (outcome === 'unclear') return 'wait'
    return outcome === 'wait' && isLate ? 'orphan' : outcome
  }
  if ('dispute' in about) return takeDispute(deps, { ...about.dispute, mallId, gateway })
  const { vendorOrderId } = about
  const payment = vendorOrderId === null ? undefined : await eventsOf(deps.database).paymentNamed(mallId, gateway, vendorOrderId)
  const outcome = payment
    ? await ('returned' in about ? settleReturned(deps, payment, about.returned) : settleOrder(deps, payment, about.order))
    : 'wait'
  // Nothing that comes later names the order of such an event.
  if (outcome !== 'wait' || (!isLate && vendorOrderId !== null)) return outcome
  const money = 'returned' in about ? about.returned : about.order.state === 'captured' ? about.order : null
  if (money?.vendorPaymentId) {
    const { vendorPaymentId, amountPaise } = money
    const found = {
      mallId,
      gateway,
      kind: 'unknown' as const,
      paymentId: payment ? payment.id : null,
      vendorOrderId,
      vendorPaymentId,
      amountPaise,
    }
    await noteOrphan(deps, found, { returned: 'returned' in about })
  }
  return 'orphan'
}
