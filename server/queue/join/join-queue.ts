import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { latest, MINUTE } from '#contract/base/time.ts'
import { HOLD_MINUTES, TICKETS_A_DAY } from '#contract/queue/queue.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { type Sale, salesAt } from '#server/counters/sales.ts'
import { type BatchStory, shopBatches } from '#server/db/shop-batches.ts'
import { type Tx, withCommit } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hints } from '#server/kit/hints.ts'
import { newId } from '#server/kit/ids.ts'
import { announcingThose } from '#server/outbox/announce.ts'
import { issueTokenNumbers } from '#server/queue/issue.ts'
import { expectTicket } from '#server/queue/read-queue.ts'
import { isLive, type Ticket } from '#server/queue/rules.ts'
import { holdsSlot } from '#server/queue/slot-rules.ts'
import { dayOf, openStateOf } from '#server/shops/service.ts'
import * as store from './join-store.ts'

/**
 * Holds a ticket for 15 minutes until it is paid. If the fee is zero, the token number is issued at once. There is one live ticket per
 * mobile, shop and day: joining again returns the same ticket (`isNew` false). So it does while the mobile holds a slot of another day
 * there: it can hold one at a time. Refuses with `not_your_mobile`, `shop_closed`, `shop_paused`, `too_many_tickets` (10 a day), and as
 * `shopById` does.
 */
export async function joinQueue(deps: Deps, shopper: { mobile: string }, request: Omit<JoinRequest, 'now'>): Promise<Joined> {
  if (request.mobile !== shopper.mobile) throw new Refusal('not_your_mobile')
  const outcome = await join(deps.database, { ...request, now: deps.clock.now() })
  if (outcome instanceof Refusal) throw outcome
  expectTicket(outcome.ticket)
  return outcome
}

export interface JoinRequest {
  shopId: string
  mobile: string
  name: string
  email: string
  locale: Locale
  wishedCounterId: string | null
  now: Date
}

/** `isNew` is false if the shopper had the ticket already. */
export interface Joined {
  ticket: Ticket
  isNew: boolean
}

/**
 * If a mobile comes twice for one shop, the first request makes the ticket and the others get it too. Order of locks: the sale of each
 * shop, the shops, the tickets, the day counters. The counters come last because every issue of their shops waits for them. The number of
 * statements does not depend on the number of requests.
 */
const joinAll: BatchStory<JoinRequest, Joined> = async (tx, requests, limits, locked) => {
  const likelyKeys = requests.flatMap(likelyKey)
  // They run in this order.
  const [saleAt, likely] = await Promise.all([
    salesAt(
      tx,
      requests.map(({ shopId }) => shopId),
      limits,
    ),
    store.ticketsSince(tx, likelyKeys),
  ])
  const keys = new Map<string, Case>()
  const read = new Set(likelyKeys.map(store.keyOf))
  const unread: store.TicketKey[] = []
  const cases = requests.map((request): Case | Refusal => {
    const sale = saleAt(request.shopId)
    if (sale instanceof Refusal) return sale
    const key = { shopId: sale.shop.id, serviceDay: dayOf(sale.shop, request.now), mobile: request.mobile }
    if (!read.has(store.keyOf(key))) unread.push(key)
    lastDayOf.set(request.shopId, key.serviceDay)
    const one = keys.get(store.keyOf(key)) ?? { ...sale, request, key }
    keys.set(store.keyOf(key), one)
    return one
  })
  const found = new Map([...likely, ...(await store.ticketsSince(tx, unread))].map((ticket) => [ticket.id, ticket]))
  const before = Map.groupBy(found.values(), store.ownerOf)
  const checked = new Map([...keys].map(([key, one]) => [key, check(one, before.get(store.ownerOf(one.key)) ?? [])]))
  const outcomesOf = (made: ReadonlyMap<string, Joined>) =>
    cases.map((one, i) => {
      if (one instanceof Refusal) return one
      const key = store.keyOf(one.key)
      const outcome = made.get(key) ?? checked.get(key)
      // Another transaction has just added the ticket of this mobile.
      if (outcome === undefined || isDue(outcome)) return 'locked' as const
      const isFirst = cases.indexOf(one) === i
      return outcome instanceof Refusal || isFirst ? outcome : { ...outcome, isNew: false }
    })
  const due = [...checked.values()].filter(isDue)
  if (due.length === 0) locked()
  if (!due.every(costs)) return outcomesOf(await add(tx, due, locked))
  return due.length > 0 ? withCommit(add(tx, due, locked).then(outcomesOf)) : outcomesOf(new Map())
}

/** Joins a queue, together with others of the same moment. A refusal is returned as a value. */
export const join = shopBatches(joinAll)

const lastDayOf = hints<string>(10_000)

/** A guess of the ticket's key: wrong only for the first join after the day of a shop has changed. */
function likelyKey({ shopId, mobile }: JoinRequest): store.TicketKey[] {
  const serviceDay = lastDayOf.get(shopId)
  return serviceDay === undefined ? [] : [{ shopId, serviceDay, mobile }]
}

/** The first request for a ticket, with its shop. */
interface Case extends Sale {
  request: JoinRequest
  key: store.TicketKey
}

/** A case whose ticket is to be made. */
type Due = Case & { due: true }
const isDue = (checked: Due | Joined | Refusal): checked is Due => 'due' in checked

/** `own` are tickets of the same mobile at the shop, of that day and of days around it. */
function check(one: Case, own: readonly Ticket[]): Due | Joined | Refusal {
  const { request, shop, counters, key } = one
  const before = own.filter(({ serviceDay }) => serviceDay === key.serviceDay)
  const standing = before.find(isLive) ?? own.find((ticket) => ticket.serviceDay > key.serviceDay && holdsSlot(ticket))
  if (standing) return { ticket: standing, isNew: false }
  // A slot can be booked while the shop is closed. The order says whether there is one.
  const mayBook = shop.slots !== null && costs(one)
  if (!mayBook && !openStateOf(shop, request.now).isOpen) return new Refusal('shop_closed')
  if (pausedNow(shop.pause, counters, request.now)) return new Refusal('shop_paused')
  if (before.length >= TICKETS_A_DAY) return new Refusal('too_many_tickets')
  return { ...one, due: true }
}

/** Issues token numbers only to tickets that cost nothing. Returns the outcomes by key. If all cost something, it is one statement. */
async function add(tx: Tx, due: readonly Due[], locked: () => void): Promise<Map<string, Joined>> {
  const wanted = due.map((one) => ({ ...one, ticket: newTicket(one) }))
  const held = wanted.filter(costs)
  const news = held.map(({ ticket }) => ({ kind: 'ticket.held' as const, shopId: ticket.shopId, ticketId: ticket.id }))
  const following = news.length > 0 ? announcingThose(latest(held.map(({ request }) => request.now)), 'id', news) : null
  const tickets = wanted.map(({ ticket }) => ticket)
  const inserted = new Map((await store.insertTicketsOnce(tx, tickets, following)).map((ticket) => [store.keyOf(ticket), ticket]))
  const made = due.flatMap((one) => {
    const ticket = inserted.get(store.keyOf(one.key))
    return ticket ? [{ ...one, ticket }] : []
  })
  const free = made.filter((one) => !costs(one))
  if (free.length === 0) locked()
  const issues = free.map(({ ticket, shop, request }) => ({
    ticket,
    shop,
    actor: { kind: 'shopper' as const, id: request.mobile },
    now: request.now,
  }))
  const numbered = await issueTokenNumbers(tx, issues, locked)
  const tokens = [...made.filter(costs).map(({ ticket }) => ticket), ...numbered]
  return new Map(tokens.map((ticket) => [store.keyOf(ticket), { ticket, isNew: true }]))
}

const costs = ({ shop }: Pick<Case, 'shop'>): boolean => shop.fee.totalPaise > 0

function newTicket({ request, shop, counters, key }: Due): store.NewTicket {
  const counter = counters.find(({ id, name }) => id === request.wishedCounterId || name === request.wishedCounterId)
  return {
    ...key,
    id: newId(),
    mallId: shop.mall.id,
    name: request.name,
    email: request.email,
    locale: request.locale,
    wishedCounterId: counter?.id ?? null,
    lane: costs({ shop }) ? 'priority' : 'regular',
    holdUntil: new Date(request.now.getTime() + HOLD_MINUTES * MINUTE),
    createdAt: request.now,
  }
}
