import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { MINUTE } from '#contract/base/time.ts'
import { MOST_WAITLISTS, slotIdOf } from '#contract/slots/slots.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/outbox/announce.ts'
import { keepShop } from '#server/shops/service.ts'
import { toTell } from './rules.ts'
import { offeredSlot, placesLeft } from './service.ts'
import { keyOf, type SlotKey, takenIn } from './store.ts'
import * as store from './waitlist-store.ts'

/** For this long a person who was told may still come, in ms. */
const COMING = 10 * MINUTE

/**
 * Repeating the call changes nothing for a shopper who waits. Refuses as `shopById` does, with `slot_not_found`, `slot_past`, `slot_open`
 * (it has space now), and `waits_enough`.
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
    const taken = await takenIn(tx, [slot])
    if ((taken.get(keyOf(slot)) ?? 0) < slot.capacity) throw new Refusal('slot_open')
    if ((await store.countWaits(tx, shop.id, shopper.mobile, now)) >= MOST_WAITLISTS) throw new Refusal('waits_enough')
    await store.addWaiter(tx, { ...slot, mobile: shopper.mobile, locale }, now)
  })

/**
 * Tells a few shoppers for each free place, in the order in which they asked, and more if no one has come after some minutes. The work is
 * found in the rows, so a lost event delays it. May run on every node at once.
 */
export async function tellWaitlists(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now()
  for await (const slots of store.slotsWaitedFor(deps.db, now)) await tellOf(deps, slots, now)
}

async function tellOf(deps: Pick<Deps, 'db' | 'clock' | 'log'>, slots: readonly SlotKey[], now: Date): Promise<void> {
  const idOf = ({ shopId, startsAt }: SlotKey) => slotIdOf(shopId, startsAt)
  const places = await placesLeft(deps.db, slots.map(idOf), now)
  for (const slot of slots) {
    const left = places.get(idOf(slot)) ?? 0
    if (left > 0)
      await tell(deps, slot, left).catch((error) => deps.log.error({ err: error }, 'a waitlist could not be told, trying again'))
  }
}

const tell = (deps: Pick<Deps, 'db' | 'clock'>, slot: SlotKey, left: number): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const many = toTell(left, await store.toldSince(tx, slot, new Date(now.getTime() - COMING)))
    if (many === 0) return
    const { shopId, startsAt } = slot
    const told = await store.tellFirst(tx, slot, many, now)
    const news = told.map(({ mobile, locale }) => {
      return { kind: 'slot.space' as const, shopId, startsAt: startsAt.toISOString(), mobile, locale }
    })
    announce(tx, now, ...news)
  })
