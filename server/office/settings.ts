import type { SignedIn } from '#contract/accounts/accounts.ts'
import { countersOf } from '#server/counters/service.ts'
import { type Tx, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { countEndingBookings } from '#server/queue/ending-bookings.ts'
import { type Shop, shopForDesk } from '#server/shops/service.ts'
import { changeSettings, type Settings, settingsOf } from '#server/shops/shop-settings.ts'

/** Returns a shop's settings with its counters. Refuses with `forbidden` and as `shopById` does. */
export const readSettings = (deps: Deps, caller: SignedIn, shopId: string) => together(deps.db, (db) => settingsFor(db, caller, shopId))

async function settingsFor(db: Pick<Tx, 'selectFrom'>, caller: SignedIn, shopId: string) {
  const shop = await shopForDesk(db, caller, shopId)
  return { ...(await settingsOf(db, shop)), counters: await countersOf(db, shop.id) }
}

/** Changes a shop's settings and returns all of them. Refuses as `readSettings` does. */
export const saveSettings = (deps: Deps, caller: SignedIn, shopId: string, set: Settings) =>
  transaction(deps.db, async (tx) => {
    await changeSettings(tx, deps.clock.now(), caller, shopId, set)
    return settingsFor(tx, caller, shopId)
  })

/** Returns how many bookings would end if a shop had these hours. Refuses as `readSettings` does. */
export const readEndingBookings = (deps: Deps, caller: SignedIn, shopId: string, hours: Pick<Shop, 'openingHours' | 'exceptions'>) =>
  together(deps.db, async (db) => countEndingBookings(db, { ...(await shopForDesk(db, caller, shopId)), ...hours }, deps.clock.now()))
