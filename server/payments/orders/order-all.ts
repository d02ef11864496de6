import { Refusal } from '#contract/base/errors.ts'
import { latest, MINUTE } from '#contract/base/time.ts'
import { ORDER_MINUTES } from '#contract/payments/payments.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { type Sale, salesAt } from '#server/counters/sales.ts'
import type { BatchStory } from '#server/db/shop-batches.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import type { Gateway, Gateways } from '#server/payments/gateway.ts'
import * as store from '#server/payments/store.ts'
import { issueTokenNumbers, lockFreeTickets } from '#server/queue/issue.ts'
import { markToPay } from '#server/queue/mark-to-pay.ts'
import type { Ticket } from '#server/queue/rules.ts'
import type { Shop } from '#server/shops/service.ts'
import { dropOrders } from './drop-orders.ts'
import { gatewayNamed } from './gateway-for.ts'
import type { Ordered, OrderWish } from './ordered.ts'
import { amountToPay, sellerAt } from './rules.ts'

type Outcome = Ordered | 'free' | 'held' | Refusal

/**
 * Opens the orders of a batch of tickets. The outcome is `held` for a ticket or an order that another transaction has locked, and for a
 * second way to pay for the same ticket; nothing happens to it. Locks are taken in this order: the sale of each shop, the shops, the
 * payments, the tickets, the day counters of shops that cost nothing now.
 */
export const orderAll =
  (gateways: Gateways): BatchStory<OrderWish, Ordered | 'free'> =>
  async (tx, wishes, limits, locked) => {
    const firsts = [...new Map(wishes.toReversed().map((wish) => [wish.ticketId, wish])).values()].toReversed()
    const saleAt = await salesAt(
      tx,
      firsts.map(({ shopId }) => shopId),
      limits,
    )
    const ticketIds = firsts.map(({ ticketId }) => ticketId)
    const open = await store.lockFreePaymentsOfTickets(tx, ticketIds)
    const tickets = await lockFreeTickets(tx, ticketIds)
    const withOrder = new Set(await store.ticketsWithOpenPayment(tx, ticketIds))
    const outcomes = new Map<string, Outcome>()
    const due: Due[] = []
    for (const wish of firsts) {
      const judged = judge(wish, {
        gateways,
        sale: saleAt(wish.shopId),
        ticket: tickets.get(wish.ticketId),
        open: open.get(wish.ticketId) ?? null,
        hasOrder: withOrder.has(wish.ticketId),
      })
      if (isDue(judged)) due.push(judged)
      else outcomes.set(wish.ticketId, judged)
    }
    // A ticket has one open order at most, so the orders that others replace lapse first.
    await dropOrders(
      tx,
      due.flatMap(({ open, wish }) => (open ? [{ payment: open, actor: actorOf(wish), at: wish.now }] : [])),
    )
    const made = await add(tx, due.filter(costs))
    for (const one of due.filter(costs)) outcomes.set(one.ticket.id, made.get(one.ticket.id) ?? 'held')
    const free = due.filter((one) => !costs(one))
    if (free.length === 0) locked()
    await mark(tx, due, made)
    const issues = free.map(({ ticket, shop, wish }) => ({ ticket, shop, actor: actorOf(wish), now: wish.now }))
    for (const { id } of await issueTokenNumbers(tx, issues, locked)) outcomes.set(id, 'free')
    return wishes.map((wish) => {
      const first = firsts.find(({ ticketId }) => ticketId === wish.ticketId)
      const outcome = outcomes.get(wish.ticketId) ?? 'held'
      if (wish === first) return outcome
      // Its own way to pay is judged after the first one has been opened.
      return first?.wanted === wish.wanted && typeof outcome === 'object' && 'isNew' in outcome ? { ...outcome, isNew: false } : 'held'
    })
  }

/** A wish whose order is to be opened; `open` is the unpaid order that it replaces. */
interface Due {
  wish: OrderWish
  ticket: Ticket
  shop: Shop
  gateway: Gateway
  open: store.StoredPayment | null
}
const isDue = (judged: Due | Outcome): judged is Due => typeof judged === 'object' && 'gateway' in judged
const costs = ({ shop }: Due): boolean => shop.fee.totalPaise > 0
const actorOf = ({ mobile }: OrderWish) => ({ kind: 'shopper' as const, id: mobile })
const expiryOf = ({ now }: OrderWish): Date => new Date(now.getTime() + ORDER_MINUTES * MINUTE)

interface Standing {
  gateways: Gateways
  sale: Sale | Refusal
  ticket: Ticket | undefined
  open: store.StoredPayment | null
  /** Whether there is an open order, also one that another transaction has locked. */
  hasOrder: boolean
}

function judge(wish: OrderWish, { gateways, sale, ticket, open, hasOrder }: Standing): Due | Outcome {
  if (sale instanceof Refusal) return sale
  const { shop, counters } = sale
  if (!ticket || (hasOrder && !open)) return 'held'
  if (ticket.state !== 'pending_payment' || open?.state === 'captured')
    return new Refusal(ticket.state === 'expired' || ticket.state === 'cancelled' ? 'ticket_lapsed' : 'nothing_to_pay')
  const gateway = gatewayNamed(gateways, wish.wanted ?? open?.gateway)
  if (!gateway) return new Refusal('gateway_unknown')
  if (open && open.gateway === gateway.name && open.expiresAt > wish.now) return { payment: open, isNew: false }
  if (pausedNow(shop.pause, counters, wish.now)) return new Refusal('shop_paused')
  return { wish, ticket, shop, gateway, open }
}

/** Adds the new orders; returns them by ticket, without those for which another transaction has been faster. */
async function add(tx: Tx, due: readonly Due[]): Promise<Map<string, Ordered>> {
  const made = await store.insertPaymentsOnce(
    tx,
    due.map(({ wish, ticket, shop, gateway }) => ({
      id: newId(),
      mallId: shop.mall.id,
      shopId: shop.id,
      ticketId: ticket.id,
      gateway: gateway.name,
      amountPaise: amountToPay(gateway.name, shop.fee.totalPaise),
      baseFeePaise: shop.fee.basePaise,
      extraPaise: shop.fee.extraPaise,
      taxBasisPoints: shop.fee.taxBasisPoints,
      refundOnLeave: shop.refundOnLeave,
      seller: sellerAt(shop),
      createdAt: wish.now,
      expiresAt: expiryOf(wish),
    })),
  )
  return new Map(made.map((payment) => [payment.ticketId, { payment, isNew: true }]))
}

/** Holds the tickets for their orders, and shows the staff who will pay cash. */
async function mark(tx: Tx, due: readonly Due[], made: ReadonlyMap<string, Ordered>): Promise<void> {
  const marks = due.flatMap(({ wish, ticket, gateway }) => {
    const payment = made.get(ticket.id)?.payment
    if (!payment) return []
    const cash = gateway.confirmedBy === 'staff' ? { paymentId: payment.id, amountPaise: payment.amountPaise } : null
    return [{ ticket, cash, holdUntil: expiryOf(wish) }]
  })
  if (marks.length > 0) await markToPay(tx, marks, latest(due.map(({ wish }) => wish.now)))
}
