import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { MOST_WAITLISTS } from '#contract/slots/slots.ts'
import { sendAtOnce } from '#server/db/at-once.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announcing } from '#server/outbox/announce.ts'
import { keepShop, shopsOnRecord } from '#server/shops/service.ts'
import { capacityNow, newsOf, offeredSlot, placesLeft } from './service.ts'
import { changingCounts, keyOf, lockCounts, type SlotKey, soonAfter, takenIn } from './store.ts'
import * as store from './waitlist-store.ts'

/**
 * Repeating the call changes nothing for a shopper who waits. Refuses as `shopById` does, with `slot_not_found`, `slot_past`, `slot_open`
 * (it has space now), `waits_enough`, and `kept_before` (a place was kept for this mobile and not booked).
 */
export const joinWaitlist = (
  deps: Pick<Deps, 'db' | 'clock'>,
  shopper: { mobile: string },
  { shopId, slotId, locale }: { shopId: string; slotId: string; locale: Locale },
): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shop = await keepShop(tx, shopId)
    const slot = offeredSlot(shop, slotId, now)
    if (slot instanceof Refusal) throw slot
    const isKept = (await store.keptFor(tx, shop.id, shopper.mobile)).has(slot.startsAt.getTime())
    if (isKept || ((await placesLeft(tx, [slotId], now)).get(slotId) ?? 0) > 0) throw new Refusal('slot_open')
    if ((await store.countWaits(tx, shop.id, shopper.mobile, now)) >= MOST_WAITLISTS) throw new Refusal('waits_enough')
    if (!(await store.addWaiter(tx, { ...slot, mobile: shopper.mobile, locale }, now))) throw new Refusal('kept_before')
  })

/**
 * Keeps each place that came back for the next person, tells that person, and gives places on whose people did not come. The work is found in
 * the rows, so a lost event delays it. May run on every node at once.
 */
export async function tellWaitlists(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now()
  for await (const slots of store.slotsWaitedFor(deps.db, { now, soon: soonAfter(now) })) await tellOf(deps, slots, now)
}

async function tellOf(deps: Pick<Deps, 'db' | 'clock' | 'log'>, slots: readonly store.Waited[], now: Date): Promise<void> {
  const shops = await shopsOnRecord(deps.db, [...new Set(slots.map(({ shopId }) => shopId))])
  const counts = await takenIn(deps.db, slots, now)
  for (const slot of slots) {
    const capacity = capacityNow(shops.get(slot.shopId), slot, now) ?? 0
    if (slot.isOver || capacity > (counts.get(keyOf(slot))?.taken ?? 0))
      await tell(deps, slot, capacity).catch((error) => deps.log.error({ err: error }, 'a waitlist could not be told, trying again'))
  }
}

/** Locks the count of the slot first and its waitlist then, as all who take places do. */
const tell = (deps: Pick<Deps, 'db' | 'clock'>, slot: SlotKey, capacity: number): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const taken = (await lockCounts(tx, [slot], now)).get(keyOf(slot))?.taken ?? 0
    const ended = await store.endKept(tx, slot, now)
    const left = slot.startsAt > soonAfter(now) ? Math.max(0, capacity - (taken - ended)) : 0
    const told = left > 0 ? await store.tellFirst(tx, slot, left, now, soonAfter(now)) : []
    const by = told.length - ended
    const { shopId, startsAt } = slot
    const news = told.map(({ mobile, locale }) => {
      return { kind: 'slot.space' as const, shopId, startsAt: startsAt.toISOString(), mobile, locale }
    })
    const changes = by === 0 ? [] : [changingCounts([{ ...slot, by, keptBy: by }])]
    sendAtOnce(tx, ...changes, ...announcing(now, ...newsOf({ ...slot, by }), ...news))
  })
