import { Refusal } from '#contract/base/errors.ts'
import { DAY } from '#contract/base/time.ts'
import type { DomainEvent } from '#contract/events.ts'
import { MOST_NEXT_SLOTS, nearestOpen, readSlotId, type SlotSettings, slotIdOf } from '#contract/slots/slots.ts'
import { type Statement, sendAtOnce } from '#server/db/at-once.ts'
import { type Reader, type Tx, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announcing } from '#server/outbox/announce.ts'
import type { Hours } from '#server/shops/rules.ts'
import { dayOf, type Shop, shopById, shopsOnRecord } from '#server/shops/service.ts'
import { bookableDays, dealSeats, fitsSlots, isOutside, offered, openDays, slotsOfDay, stateOf } from './rules.ts'
import * as store from './store.ts'
import { deleteWaitlists, keptFor, leavingWaitlists, takeKept, waiterOf } from './waitlist-store.ts'

/** A slot that the settings of its shop let be booked; whether it has space is not known yet. */
export interface OfferedSlot extends store.SlotKey {
  endsAt: Date
  /** The service day in which it starts. */
  day: string
  capacity: number
}

const hoursOf = ({ openingHours, exceptions, mall }: Shop): Hours => {
  return { hours: openingHours, exceptions, timeZone: mall.timeZone, dayStartHour: mall.dayStartHour }
}

/** Null if the shop offers none. A booking is paid, so a shop without a fee has none. */
export const slotsOffered = ({ slots, fee }: Pick<Shop, 'slots' | 'fee'>): SlotSettings | null => (fee.totalPaise > 0 ? slots : null)

/** True if the shop offers slots, and none fits into its hours. */
export function hasNoSlot(shop: Shop, now: Date): boolean {
  const offer = slotsOffered(shop)
  return offer !== null && !fitsSlots(hoursOf(shop), offer, now)
}

/**
 * Returns the slots of a service day (today if absent) and the days that can be booked. A place that is kept for the shopper counts as left.
 * Refuses as `shopById` does.
 */
export const readSlots = (
  deps: Pick<Deps, 'db' | 'clock'>,
  shopper: { mobile: string } | null,
  shopId: string,
  wanted: string | undefined,
) =>
  together(deps.db, async (db) => {
    const shop = await shopById(db, shopId)
    const now = deps.clock.now()
    const day = wanted ?? dayOf(shop, now)
    const offer = slotsOffered(shop)
    if (offer === null) return { day, slots: [], days: [] }
    const hours = hoursOf(shop)
    const days = bookableDays(hours, offer, now)
    const slots = days.includes(day) ? await slotsNow(db, shop, offer, [day], now) : []
    const open = openDays(hours, offer, days, now)
    const kept = shopper && slots.length > 0 ? await keptFor(db, shopId, shopper.mobile) : new Map<number, Date>()
    const shown = slots.map((slot) => {
      const keptUntil = kept.get(slot.startsAt.getTime())
      const canTake = keptUntil && (slot.state === 'full' || slot.state === 'open')
      return canTake ? { ...slot, left: slot.left + 1, state: 'open' as const, keptUntil } : slot
    })
    return { day, slots: shown, days: days.map((one, i) => ({ day: one, isOpen: open[i] === true })) }
  })

async function slotsNow(db: Reader, shop: Shop, settings: SlotSettings, days: readonly string[], now: Date) {
  const planned = days.flatMap((day) => slotsOfDay(hoursOf(shop), settings, day))
  const [first, last] = [planned[0], planned.at(-1)]
  if (!first || !last) return []
  const taken = await store.takenBetween(db, shop.id, first.startsAt, last.endsAt, now)
  return planned.map((slot) => {
    const left = slot.isClosed ? 0 : Math.max(0, settings.capacity - (taken.get(slot.startsAt.getTime()) ?? 0))
    const { startsAt, endsAt } = slot
    return { id: slotIdOf(shop.id, startsAt), startsAt, endsAt, capacity: settings.capacity, left, state: stateOf(slot, left, now) }
  })
}

/**
 * Slots with space, soonest first: at most `MOST_NEXT_SLOTS` of the next two days with slots to come. A shop that offers none costs no
 * statement.
 */
export async function nextSlots(db: Reader, shop: Shop, now: Date) {
  const offer = slotsOffered(shop)
  if (offer === null) return []
  const days = bookableDays(hoursOf(shop), offer, now)
  const open = openDays(hoursOf(shop), offer, days, now)
  const soon = days.filter((_, i) => open[i] === true).slice(0, 2)
  const free = (await slotsNow(db, shop, offer, soon, now)).filter(({ state }) => state === 'open')
  return free.slice(0, MOST_NEXT_SLOTS).map(({ id, startsAt, left }) => ({ id, startsAt, left }))
}

/** How many days with slots are searched for a free one if the day itself has none. */
const DAYS_AFTER = 7

/** A refusal of a full slot then names the nearest one with space: of the same day, or else of the next days. */
export async function withNearest<E>(deps: Pick<Deps, 'db' | 'clock'>, refused: E, slotId: string | null | undefined) {
  const asked = typeof slotId === 'string' ? readSlotId(slotId) : null
  if (asked === null || !(refused instanceof Refusal) || refused.code !== 'slot_full') return refused
  const near = await together(deps.db, (db) => nearest(db, asked, deps.clock.now()))
  return near ? new Refusal('slot_full', { nearest: { id: near.id, startsAt: near.startsAt } }) : refused
}

async function nearest(db: Reader, { shopId, startsAt }: { shopId: string; startsAt: Date }, now: Date) {
  const shop = await shopById(db, shopId)
  const offer = slotsOffered(shop)
  if (offer === null) return undefined
  const hours = hoursOf(shop)
  const days = bookableDays(hours, offer, now)
  const open = openDays(hours, offer, days, now)
  const from = dayOf(shop, startsAt)
  const later = days.filter((day, i) => open[i] === true && day > from).slice(0, DAYS_AFTER)
  const sameDay = days.includes(from) ? await slotsNow(db, shop, offer, [from], now) : []
  return nearestOpen(sameDay, startsAt) ?? nearestOpen(await slotsNow(db, shop, offer, later, now), startsAt)
}

/** Returns the slot, or the refusal `slot_not_found` or `slot_past`. */
export function offeredSlot(shop: Shop, slotId: string, now: Date): OfferedSlot | Refusal {
  const read = readSlotId(slotId)
  const offer = slotsOffered(shop)
  if (read === null || read.shopId !== shop.id || offer === null) return new Refusal('slot_not_found')
  const slot = offered(hoursOf(shop), offer, read.startsAt, now)
  if (typeof slot === 'string') return new Refusal(slot)
  const { startsAt, endsAt, day } = slot
  return { shopId: shop.id, mallId: shop.mall.id, startsAt, endsAt, day, capacity: offer.capacity }
}

/** How many can still book each slot, by its id. A slot is absent if it is past, not offered any more, or of an archived shop. */
export async function placesLeft(db: Reader, ids: readonly string[], now: Date): Promise<Map<string, number>> {
  const slots = ids.flatMap((id) => {
    const read = readSlotId(id)
    return read ? [{ id, ...read }] : []
  })
  const [shops, counts] = [await shopsOnRecord(db, [...new Set(slots.map(({ shopId }) => shopId))]), await store.takenIn(db, slots, now)]
  return new Map(
    slots.flatMap((slot) => {
      const capacity = capacityNow(shops.get(slot.shopId), slot, now)
      return capacity === null ? [] : [[slot.id, Math.max(0, capacity - notForOthers(counts.get(store.keyOf(slot))))] as const]
    }),
  )
}

const notForOthers = (count: { taken: number; waiting: number } | undefined): number => (count ? count.taken + count.waiting : 0)

/** Null if the slot cannot be booked. */
export function capacityNow(shop: (Shop & { archived: boolean }) | undefined, { startsAt }: { startsAt: Date }, now: Date): number | null {
  const offer = shop && !shop.archived ? offeredSlot(shop, slotIdOf(shop.id, startsAt), now) : null
  return offer === null || offer instanceof Refusal ? null : offer.capacity
}

/** True if the shop is closed during a part of a slot that was booked before. */
export const isOutsideHours = (shop: Shop, slot: { startsAt: Date; endsAt: Date }): boolean => isOutside(hoursOf(shop), slot)

/** `from` and `to` are null for none. */
export interface SeatChange {
  from: store.SlotKey | null
  to: (store.SlotKey & { capacity: number }) | null
  /** Whose place it is: this mobile does not wait for the slot any more. */
  mobile: string
}

/**
 * Gives places in the order of the requests. The caller's transaction has locked their tickets. Returns for each whether it has its place;
 * one that has not keeps what it had. The counts of all these slots stay locked until the transaction ends: after payments and tickets,
 * before day counters. Without requests it costs no statement. What `also` returns is written and announced in the same statement.
 */
export async function takeSeats(
  tx: Tx,
  requests: readonly SeatChange[],
  now: Date,
  also: (got: readonly boolean[]) => { statement: Statement; news: readonly DomainEvent[] } | null = () => null,
): Promise<boolean[]> {
  if (requests.length === 0) return []
  const slots = new Map(
    requests.flatMap(({ from, to }) => [from, to].flatMap((slot) => (slot ? [[store.keyOf(slot), slot] as const] : []))),
  )
  const counts = await store.lockCounts(tx, [...slots.values()], now)
  const capacity = new Map(requests.flatMap(({ to }) => (to ? [[store.keyOf(to), to.capacity] as const] : [])))
  const wished = requests.flatMap(({ to, mobile }) => (to && counts.get(store.keyOf(to))?.kept ? [{ ...to, mobile }] : []))
  const kept = await takeKept(tx, wished)
  const isKept = ({ to, mobile }: SeatChange) => to !== null && kept.has(waiterOf({ ...to, mobile }))
  const { got, changes } = dealSeats(
    requests.map((request) => {
      const { from, to } = request
      return { from: from && store.keyOf(from), to: to && store.keyOf(to), isKept: isKept(request) }
    }),
    new Map([...counts].map(([key, count]) => [key, notForOthers(count)])),
    capacity,
  )
  const keptBy = Map.groupBy(requests.filter(isKept), ({ to }) => (to ? store.keyOf(to) : ''))
  const changed = [...slots].flatMap(([key, slot]) => {
    const change = { ...slot, by: changes.get(key) ?? 0, keptBy: -(keptBy.get(key)?.length ?? 0) }
    return change.by !== 0 || change.keptBy !== 0 ? [change] : []
  })
  const seated = requests.flatMap(({ to, mobile }, i) => (to && got[i] ? [{ ...to, mobile }] : []))
  const more = also(got)
  const news = [...changed.flatMap(newsOf), ...(more?.news ?? [])]
  sendAtOnce(
    tx,
    ...(seated.length > 0 ? [leavingWaitlists(seated)] : []),
    ...(changed.length > 0 ? [store.changingCounts(changed)] : []),
    ...(more ? [more.statement] : []),
    ...announcing(now, ...news),
  )
  return got
}

/** What is announced of a change of taken places. */
export const newsOf = ({ shopId, startsAt, by }: store.SlotKey & { by: number }) =>
  by === 0 ? [] : [{ kind: by < 0 ? ('slot.freed' as const) : ('slot.taken' as const), shopId, startsAt: startsAt.toISOString() }]

/** For a transaction that has locked the slot's ticket. */
export const givingBack = (slot: store.SlotKey): { statement: Statement; events: ReturnType<typeof newsOf> } => {
  const change = { ...slot, by: -1, keptBy: 0 }
  return { statement: store.changingCounts([change]), events: newsOf(change) }
}

export const forgetPastSlots = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  transaction(db, async (tx) => {
    const now = clock.now()
    await store.deleteCounts(tx, new Date(now.getTime() - 2 * DAY))
    await deleteWaitlists(tx, now)
  })
