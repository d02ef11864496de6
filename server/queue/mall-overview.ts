import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { serviceDayOf } from '../../contract/time.ts'
import { recordChange } from '../audit/service.ts'
import { countCounters } from '../counters/service.ts'
import { type Tx, together, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { changeMallDetails, type MallDetails } from '../malls/manage-malls.ts'
import type { Mall } from '../malls/service.ts'
import { announceShops, lockShops } from '../shops/manage-shops.ts'
import { isTimeZone } from '../shops/rules.ts'
import { mallForManager, openStateOf, shopsOf } from '../shops/service.ts'
import { firstStepsAt } from '../shops/shop-settings.ts'
import * as store from './place-store.ts'

/** A mall at a glance, for who manages it: its shops today, and a new owner's first steps. Refuses as `mallForManager` does. */
export const readOverview = (deps: Deps, caller: SignedIn, mallId: string) =>
  together(deps.db, async (db) => overviewOf(db, await mallForManager(db, caller, mallId), deps.clock.now()))

async function overviewOf(db: Pick<Tx, 'selectFrom'>, mall: Mall, now: Date) {
  const shops = await shopsOf(db, [mall])
  const ids = shops.map((shop) => shop.id)
  const today = await store.dayCounts(db, ids, serviceDayOf(now, mall.timeZone))
  const counters = await countCounters(db, ids)
  const { id, title, gstin, legalName, address, timeZone } = mall
  return {
    ...{ id, title, gstin, legalName, address, timeZone },
    shops: shops.map((shop) => ({
      id: shop.id,
      name: shop.name,
      waiting: today.get(shop.id)?.waiting ?? 0,
      servedToday: today.get(shop.id)?.served ?? 0,
      isOpen: openStateOf(shop, now).isOpen,
      totalPaise: shop.fee.totalPaise,
      counters: counters.get(shop.id) ?? 0,
    })),
    checklist: { hasShop: shops.length > 0, ...(await firstStepsAt(db, ids)), hasToken: await store.anyNumber(db, ids) },
  }
}

/**
 * Changes what receipts say of the seller, and the mall's time zone; what is absent stays. Open screens of its shops hear of it. Refuses
 * with `forbidden`, with `invalid_input` for a time zone that does not exist, with `tickets_live` for another time zone while people
 * wait (their service day would change under them), and as `mallNotShop` does.
 */
export async function saveMallDetails(deps: Deps, caller: SignedIn, mallId: string, details: MallDetails) {
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const mall = await mallForManager(tx, caller, mallId)
    const { timeZone } = details
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw new Refusal('invalid_input', { sentence: NO_ZONE, fields: { timeZone: NO_ZONE } })
    const shops = await shopsOf(tx, [mall])
    if (timeZone !== undefined && timeZone !== mall.timeZone) {
      await lockShops(tx, mallId)
      const standing = await store.standingTickets(
        tx,
        shops.map((shop) => shop.id),
        now,
      )
      if (standing.length > 0) throw new Refusal('tickets_live')
    }
    const fields = await changeMallDetails(tx, mallId, details)
    await recordChange(tx, now, caller, { action: 'mall.changed', mallId, subject: mallId, detail: { fields } })
    await announceShops(tx, now, shops)
    return overviewOf(tx, await mallForManager(tx, caller, mallId), now)
  })
}

const NO_ZONE = 'Please choose a time zone such as Asia/Kolkata'
