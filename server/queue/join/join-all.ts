import { Refusal } from '#contract/base/errors.ts'
import { latest, MINUTE } from '#contract/base/time.ts'
import { HOLD_MINUTES, liveStates, TICKETS_A_DAY } from '#contract/queue/queue.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { type Sale, salesAt } from '#server/counters/sales.ts'
import { writeAtOnce } from '#server/db/at-once.ts'
import type { Limits } from '#server/db/limits.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import { announcing } from '#server/outbox/announce.ts'
import { issueTokenNumbers } from '#server/queue/issue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { dayOf, openStateOf } from '#server/shops/service.ts'
import * as store from './join-store.ts'
import type { Joined, JoinWish } from './joined.ts'

/**
 * Joins the queues of a batch of wishes. If a mobile comes twice for one shop, the first wish makes the ticket and the others get it too.
 * Locks are taken in this order: the sale of each shop, the shops, the tickets, the day counters. The counters come last because every
 * issue of their shops waits for them. The number of statements does not depend on the number of wishes.
 */
export async function joinAll(tx: Tx, wishes: readonly JoinWish[], limits: Limits, locked: () => void): Promise<(Joined | Refusal)[]> {
  const saleAt = await salesAt(
    tx,
    wishes.map(({ shopId }) => shopId),
    limits,
  )
  const keys = new Map<string, Matter>()
  const matters = wishes.map((wish): Matter | Refusal => {
    const sale = saleAt(wish.shopId)
    if (sale instanceof Refusal) return sale
    const key = { shopId: sale.shop.id, serviceDay: dayOf(sale.shop, wish.now), mobile: wish.mobile }
    const matter = keys.get(store.keyOf(key)) ?? { ...sale, wish, key }
    keys.set(store.keyOf(key), matter)
    return matter
  })
  const before = Map.groupBy(
    await store.ticketsOf(
      tx,
      [...keys.values()].map(({ key }) => key),
    ),
    store.keyOf,
  )
  const judged = new Map([...keys].map(([key, matter]) => [key, judge(matter, before.get(key) ?? [])]))
  const made = await add(tx, [...judged.values()].filter(isDue), locked)
  return matters.map((matter, i) => {
    if (matter instanceof Refusal) return matter
    const key = store.keyOf(matter.key)
    const outcome = made.get(key) ?? judged.get(key)
    // Another transaction had the ticket of this mobile, and it has ended since.
    if (outcome === undefined || isDue(outcome)) return new Refusal('wrong_state')
    const isFirst = matters.indexOf(matter) === i
    return outcome instanceof Refusal || isFirst ? outcome : { ...outcome, isNew: false }
  })
}

/** The first wish for a ticket, with its shop. */
interface Matter extends Sale {
  wish: JoinWish
  key: store.TicketKey
}

/** A matter whose ticket is to be made. */
type Due = Matter & { due: true }
const isDue = (judged: Due | Joined | Refusal): judged is Due => 'due' in judged

function judge(matter: Matter, before: readonly Ticket[]): Due | Joined | Refusal {
  const { wish, shop, counters } = matter
  const standing = before.find(isLive)
  if (standing) return { ticket: standing, isNew: false }
  if (!openStateOf(shop, wish.now).isOpen) return new Refusal('shop_closed')
  if (pausedNow(shop.pause, counters, wish.now)) return new Refusal('shop_paused')
  if (before.length >= TICKETS_A_DAY) return new Refusal('too_many_tickets')
  return { ...matter, due: true }
}

const isLive = ({ state }: Ticket): boolean => (liveStates as readonly string[]).includes(state)

/** Makes the tickets, and issues the token numbers of those that cost nothing. Returns the outcomes by key. */
async function add(tx: Tx, due: readonly Due[], locked: () => void): Promise<Map<string, Joined>> {
  const inserted = new Map((await store.insertTicketsOnce(tx, due.map(newTicket))).map((ticket) => [store.keyOf(ticket), ticket]))
  const made = due.flatMap((one) => {
    const ticket = inserted.get(store.keyOf(one.key))
    return ticket ? [{ ...one, ticket }] : []
  })
  const [held, free] = [made.filter(costs), made.filter((one) => !costs(one))]
  const news = held.map(({ ticket }) => ({ kind: 'ticket.held' as const, shopId: ticket.shopId, ticketId: ticket.id }))
  if (free.length === 0) locked()
  if (news.length > 0) await writeAtOnce(tx, ...announcing(latest(held.map(({ wish }) => wish.now)), ...news))
  const issues = free.map(({ ticket, shop, wish }) => ({
    ticket,
    shop,
    actor: { kind: 'shopper' as const, id: wish.mobile },
    now: wish.now,
  }))
  const numbered = await issueTokenNumbers(tx, issues, locked)
  const outcomes = [...held.map(({ ticket }) => ticket), ...numbered].map(
    (ticket) => [store.keyOf(ticket), { ticket, isNew: true }] as const,
  )
  const rivals = due.filter(({ key }) => !inserted.has(store.keyOf(key))).map(({ key }) => key)
  const theirs = (await store.ticketsOf(tx, rivals))
    .filter(isLive)
    .map((ticket) => [store.keyOf(ticket), { ticket, isNew: false }] as const)
  return new Map<string, Joined>([...outcomes, ...theirs])
}

const costs = ({ shop }: Pick<Matter, 'shop'>): boolean => shop.fee.totalPaise > 0

function newTicket({ wish, shop, counters, key }: Due): store.NewTicket {
  const wished = counters.find(({ id, name }) => id === wish.wishedCounterId || name === wish.wishedCounterId)
  return {
    ...key,
    id: newId(),
    mallId: shop.mall.id,
    name: wish.name,
    email: wish.email,
    locale: wish.locale,
    wishedCounterId: wished?.id ?? null,
    lane: costs({ shop }) ? 'priority' : 'regular',
    holdUntil: new Date(wish.now.getTime() + HOLD_MINUTES * MINUTE),
    createdAt: wish.now,
  }
}
