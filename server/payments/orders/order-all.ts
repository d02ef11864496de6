import { Refusal } from '#contract/base/errors.ts'
import { latest, MINUTE } from '#contract/base/time.ts'
import { type GatewayName, ORDER_MINUTES } from '#contract/payments/payments.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { type Sale, salesAt } from '#server/counters/sales.ts'
import { type BatchStory, shopBatches } from '#server/db/shop-batches.ts'
import { type Tx, withCommit } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import type { Gateway, Gateways } from '#server/payments/gateway.ts'
import * as store from '#server/payments/store.ts'
import { issueTokenNumbers, lockFreeTickets } from '#server/queue/issue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { slotOf } from '#server/queue/slot-rules.ts'
import { holdSlots } from '#server/queue/slots/hold-slots.ts'
import { markingToPay } from '#server/queue/ticket-money.ts'
import { openStateOf, type Shop } from '#server/shops/service.ts'
import { dropOrders } from './drop-orders.ts'
import { gatewayNamed } from './gateway-for.ts'
import { amountToPay, sellerAt } from './rules.ts'

interface OrderRequest {
  ticketId: string
  shopId: string
  mobile: string
  gateways: Gateways
  /** The way to pay; absent for the one of the open order, or the default. */
  wanted: GatewayName | undefined
  /** The slot to hold; null for none; absent for the one that the ticket has. */
  slotId: string | null | undefined
  /** The price that the shopper was shown. */
  seenPaise: number | undefined
  now: Date
}

/** `isNew` is false if the order was open before. */
interface Ordered {
  payment: store.StoredPayment
  isNew: boolean
}

type Outcome = Ordered | 'free' | 'locked' | Refusal

/**
 * The outcome is `locked` for a ticket or an order that another transaction has locked. It is also `locked` for a second way to pay for the
 * same ticket. Nothing happens to it. Lock order: the sale of each shop, the shops, the payments, the tickets, the counts of slots, the day
 * counters of shops that cost nothing now.
 */
const orderAll: BatchStory<OrderRequest, Ordered | 'free'> = async (tx, requests, limits, locked) => {
  const firsts = [...new Map(requests.toReversed().map((request) => [request.ticketId, request])).values()].toReversed()
  const shopIds = firsts.map(({ shopId }) => shopId)
  const ticketIds = firsts.map(({ ticketId }) => ticketId)
  // They run in this order.
  const [saleAt, open, tickets, ordered] = await Promise.all([
    salesAt(tx, shopIds, limits),
    store.lockFreePaymentsOfTickets(tx, ticketIds),
    lockFreeTickets(tx, ticketIds),
    store.ticketsWithOpenPayment(tx, ticketIds),
  ])
  const withOrder = new Set(ordered)
  const outcomes = new Map<string, Outcome>()
  const checks: { request: OrderRequest; ticket: Ticket | undefined; checked: Due | Outcome }[] = []
  for (const request of firsts) {
    const checked = check(request, {
      sale: saleAt(request.shopId),
      ticket: tickets.get(request.ticketId),
      open: open.get(request.ticketId) ?? null,
      hasOrder: withOrder.has(request.ticketId),
    })
    checks.push({ request, ticket: tickets.get(request.ticketId), checked })
  }
  const due: Due[] = []
  for (const { request, checked } of await withSlots(tx, checks, saleAt)) {
    if (isDue(checked)) due.push(checked)
    else outcomes.set(request.ticketId, checked)
  }
  // A ticket has one open order at most, so the orders that others replace lapse first.
  dropOrders(
    tx,
    due.flatMap(({ open, request }) => (open ? [{ payment: open, actor: actorOf(request), at: request.now }] : [])),
  )
  const outcomesOf = (made: ReadonlyMap<string, Ordered>) =>
    requests.map((request) => {
      const first = firsts.find(({ ticketId }) => ticketId === request.ticketId)
      const outcome = made.get(request.ticketId) ?? outcomes.get(request.ticketId) ?? 'locked'
      if (request === first) return outcome
      // Its own way to pay, its own slot and the price that it saw are checked after the first ones.
      const isSame = first?.wanted === request.wanted && first?.slotId === request.slotId && first?.seenPaise === request.seenPaise
      return isSame && typeof outcome === 'object' && 'isNew' in outcome ? { ...outcome, isNew: false } : 'locked'
    })
  const adding = add(tx, due.filter(costs))
  const free = due.filter((one) => !costs(one))
  if (free.length === 0) {
    return withCommit(
      adding.then((made) => {
        locked()
        return outcomesOf(made)
      }),
    )
  }
  const made = await adding
  // Without a fee, nothing can go back, so an earlier order's promise ends.
  const issues = free.map(({ ticket, shop, request }) => {
    return { ticket: { ...ticket, promiseMinutes: null }, shop, actor: actorOf(request), now: request.now }
  })
  for (const { id } of await issueTokenNumbers(tx, issues, locked)) outcomes.set(id, 'free')
  return outcomesOf(made)
}

/** Returns the order, or the refusal that says why there is none. `free`: the shop costs nothing now, and the number is issued. */
export const placeOrder = shopBatches(orderAll)

/** `open` is the unpaid order that is replaced. */
interface Due {
  request: OrderRequest
  ticket: Ticket
  shop: Shop
  gateway: Gateway
  open: store.StoredPayment | null
}
const isDue = (checked: Due | Outcome): checked is Due => typeof checked === 'object' && 'gateway' in checked
const costs = ({ shop }: Due): boolean => shop.fee.totalPaise > 0
const actorOf = ({ mobile }: OrderRequest) => ({ kind: 'shopper' as const, id: mobile })
/** An order of a slot ends with the hold of the slot. */
const expiryOf = ({ request, ticket }: Pick<Due, 'request' | 'ticket'>): Date => {
  const latest = new Date(request.now.getTime() + ORDER_MINUTES * MINUTE)
  return ticket.slotStartsAt && ticket.slotHoldUntil && ticket.slotHoldUntil < latest ? ticket.slotHoldUntil : latest
}

interface Standing {
  sale: Sale | Refusal
  ticket: Ticket | undefined
  open: store.StoredPayment | null
  /** Whether there is an open order, also one that another transaction has locked. */
  hasOrder: boolean
}

function check(request: OrderRequest, { sale, ticket, open, hasOrder }: Standing): Due | Outcome {
  if (sale instanceof Refusal) return sale
  const { shop, counters } = sale
  if (!ticket || (hasOrder && !open)) return 'locked'
  if (ticket.mobile !== request.mobile) return new Refusal('ticket_not_found')
  if (ticket.state !== 'pending_payment' || open?.state === 'captured')
    return new Refusal(ticket.state === 'expired' || ticket.state === 'cancelled' ? 'ticket_lapsed' : 'nothing_to_pay')
  const gateway = gatewayNamed(request.gateways, request.wanted ?? open?.gateway)
  if (!gateway) return new Refusal('gateway_unknown')
  const slotId = request.slotId === undefined ? (slotOf(ticket)?.id ?? null) : request.slotId
  if (slotId !== null && gateway.confirmedBy === 'staff') return new Refusal('slot_pays_online')
  const seenPaise = request.seenPaise ?? Number.POSITIVE_INFINITY
  const stands =
    open !== null &&
    open.gateway === gateway.name &&
    open.expiresAt > request.now &&
    open.amountPaise <= seenPaise &&
    !outlivesHold(open, ticket, slotId)
  // A person who books may order while the shop is closed.
  const joinsNow = slotId === null && shop.slots !== null && (!stands || ticket.slotStartsAt !== null)
  // A booking is paid: if the fee has gone since the ticket was held, it is a free one, which only an open shop gives out.
  const isFree = !stands && shop.fee.totalPaise === 0
  if ((joinsNow || isFree) && !openStateOf(shop, request.now).isOpen) return new Refusal('shop_closed')
  if (stands) return { payment: open, isNew: false }
  if (pausedNow(shop.pause, counters, request.now)) return new Refusal('shop_paused')
  const amountPaise = amountToPay(gateway.name, shop.fee.totalPaise)
  if (amountPaise > seenPaise) return new Refusal('price_changed', { amountPaise })
  return { request, ticket, shop, gateway, open }
}

/** True if an open order would take money after the hold of the slot that is wanted now. */
const outlivesHold = ({ expiresAt }: store.StoredPayment, { slotHoldUntil }: Ticket, slotId: string | null): boolean =>
  slotId !== null && slotHoldUntil !== null && expiresAt > slotHoldUntil

/** A request whose slot is refused gets that refusal instead of its order. */
async function withSlots(
  tx: Tx,
  checks: readonly { request: OrderRequest; ticket: Ticket | undefined; checked: Due | Outcome }[],
  saleAt: (shopId: string) => Sale | Refusal,
): Promise<{ request: OrderRequest; checked: Due | Outcome }[]> {
  const holds = checks.flatMap(({ request, ticket, checked }) => {
    const sale = saleAt(request.shopId)
    const isOn = isDue(checked) || (typeof checked === 'object' && 'payment' in checked)
    return ticket && isOn && request.slotId !== undefined && !(sale instanceof Refusal)
      ? [{ ticket, shop: sale.shop, slotId: request.slotId, now: request.now }]
      : []
  })
  const held = new Map((await holdSlots(tx, holds)).map((outcome, i) => [holds[i]?.ticket.id, outcome]))
  return checks.map(({ request, checked }) => {
    const outcome = held.get(request.ticketId)
    if (outcome instanceof Refusal) return { request, checked: outcome }
    return { request, checked: outcome && isDue(checked) ? { ...checked, ticket: outcome } : checked }
  })
}

/**
 * Adds the orders and holds their tickets, in one statement. Returns them by ticket, without those for which another transaction was
 * faster.
 */
async function add(tx: Tx, due: readonly Due[]): Promise<Map<string, Ordered>> {
  if (due.length === 0) return new Map()
  const orders = due.map(({ request, ticket, shop, gateway }) => ({
    ...named(gateway, { id: newId(), amountPaise: amountToPay(gateway.name, shop.fee.totalPaise) }),
    mallId: shop.mall.id,
    shopId: shop.id,
    ticketId: ticket.id,
    gateway: gateway.name,
    baseFeePaise: shop.fee.basePaise,
    extraPaise: shop.fee.extraPaise,
    taxBasisPoints: shop.fee.taxBasisPoints,
    refundOnLeave: shop.refundOnLeave,
    seller: sellerAt(shop),
    createdAt: request.now,
    expiresAt: expiryOf({ request, ticket }),
  }))
  const marks = due.map(({ ticket, shop, gateway }, i) => {
    const { id, amountPaise, expiresAt } = orders[i] as (typeof orders)[number]
    const cash = gateway.confirmedBy === 'staff' ? { paymentId: id, amountPaise } : null
    return { ticket, cash, holdUntil: expiresAt, promiseMinutes: shop.promiseMinutes }
  })
  const made = await store.insertPaymentsOnce(tx, orders, markingToPay(marks, latest(due.map(({ request }) => request.now))))
  return new Map(made.map((payment) => [payment.ticketId, { payment, isNew: true }]))
}

const named = ({ ownOrderId }: Gateway, order: { id: string; amountPaise: number }) => ({
  ...order,
  vendorOrderId: ownOrderId?.(order) ?? null,
})
