import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { isLedger, type LedgerNames, ledgers } from '#contract/payments/ledgers.ts'
import { changesIn, recordChange } from '#server/audit/service.ts'
import { countCounters } from '#server/counters/service.ts'
import { inOneTrip, type Reader, type Tx, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { changeMallDetails, gstinChange, type MallDetails } from '#server/malls/manage-malls.ts'
import { holdMall, type Mall } from '#server/malls/service.ts'
import { anyNumber, dayCounts, refuseLiveTickets } from '#server/queue/shop-queues.ts'
import { announceShops, lockShops } from '#server/shops/manage-shops.ts'
import { renewReceiptCodes } from '#server/shops/receipt-codes.ts'
import { isTimeZone } from '#server/shops/rules.ts'
import { dayOf, mallForManager, openStateOf, shopsOf } from '#server/shops/service.ts'
import { firstStepsAt } from '#server/shops/shop-settings.ts'

/** A mall's shops today, and a new owner's first steps. Refuses as `mallForManager` does. */
export const readOverview = (deps: Deps, caller: SignedIn, mallId: string) =>
  together(deps.db, async (db) => overviewOf(db, await mallForManager(db, caller, mallId), deps.clock.now()))

async function overviewOf(db: Reader, mall: Mall, now: Date) {
  const shops = await shopsOf(db, [mall])
  const ids = shops.map((shop) => shop.id)
  const [today, counters, steps, hasToken] = await inOneTrip(
    db,
    () => dayCounts(db, ids, dayOf({ mall }, now)),
    () => countCounters(db, ids),
    () => firstStepsAt(db, ids),
    () => anyNumber(db, ids),
  )
  const { id, title, gstin, gstinWaiting, gstBasisPoints, sac, legalName, address, timeZone, dayStartHour, supportContact } = mall
  return {
    ...{ id, title, gstin, gstinWaiting, gstBasisPoints, sac, legalName, address, timeZone, dayStartHour, supportContact },
    ledgers: { ...ledgers, ...mall.ledgers },
    shops: shops.map((shop) => ({
      id: shop.id,
      name: shop.name,
      waiting: today.get(shop.id)?.waiting ?? 0,
      servedToday: today.get(shop.id)?.served ?? 0,
      isOpen: openStateOf(shop, now).isOpen,
      totalPaise: shop.fee.totalPaise,
      counters: counters.get(shop.id) ?? 0,
    })),
    checklist: {
      hasShop: shops.length > 0,
      ...steps,
      hasContact: supportContact !== null || (shops.length > 0 && shops.every((shop) => shop.supportContact !== null)),
      hasToken,
    },
  }
}

/**
 * Absent fields stay. Open screens of the mall's shops are told. Refuses with `forbidden`, with `invalid_input` for a time zone that does
 * not exist, and as `mallNotShop` does. Refuses with `tickets_live` if the time zone or the day start changes while people wait: their
 * service day would change.
 */
export async function saveMallDetails(deps: Deps, caller: SignedIn, mallId: string, details: Omit<MallDetails, 'gstinWaiting'>) {
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const mall = await mallForManager(tx, caller, mallId)
    // Two people may name ledgers at the same time.
    const held = details.ledgers && (await holdMall(tx, mallId))
    const { timeZone = mall.timeZone, dayStartHour = mall.dayStartHour } = details
    if (!isTimeZone(timeZone)) throw new Refusal('invalid_input', { sentence: NO_ZONE, fields: { timeZone: NO_ZONE } })
    const shops = await shopsOf(tx, [mall])
    if (timeZone !== mall.timeZone || dayStartHour !== mall.dayStartHour) {
      await lockShops(tx, mallId)
      await refuseLiveTickets(
        tx,
        now,
        shops.map((shop) => shop.id),
      )
    }
    const { gstin, ledgers: named, ...rest } = details
    const change: MallDetails = {
      ...rest,
      ...(named && { ledgers: ownNames({ ...held?.ledgers, ...named }) }),
      ...(gstin === undefined ? {} : gstinChange(caller, mall, gstin)),
    }
    const changes = changesIn(mall, change, ['title', 'legalName', 'address', 'gstin', 'gstBasisPoints', 'sac', 'timeZone', 'dayStartHour'])
    const fields = await changeMall(tx, mall, change)
    await recordChange(tx, now, caller, { action: 'mall.changed', mallId, subject: mallId, detail: { fields, changes } })
    announceShops(tx, now, shops)
    return overviewOf(tx, await mallForManager(tx, caller, mallId), now)
  })
}

/** Without names that are empty or ours. */
const ownNames = (names: Partial<LedgerNames>): Partial<LedgerNames> =>
  Object.fromEntries(Object.entries(names).filter(([key, name]) => isLedger(key) && name !== '' && name !== ledgers[key]))

/** If the GSTIN changes, the shops' receipt codes change too. Returns the names of the given fields. */
async function changeMall(tx: Tx, mall: Mall, change: MallDetails): Promise<string[]> {
  const fields = await changeMallDetails(tx, mall.id, change)
  if (change.gstin !== undefined && change.gstin !== mall.gstin) {
    const changed = { ...mall, gstin: change.gstin }
    await lockShops(tx, mall.id)
    await renewReceiptCodes(tx, changed, await shopsOf(tx, [changed]))
  }
  return fields
}

/**
 * From then on the mall's fees include GST and its receipts are tax invoices. Refuses with `nothing_to_confirm` if no GSTIN or a different
 * one waits, and as `mallForManager` does. Confirming twice is not an error.
 */
export const confirmGstin = (deps: Deps, caller: SignedIn, mallId: string, gstin: string) =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const mall = await mallForManager(tx, caller, mallId)
    const alreadySo = mall.gstin === gstin && mall.gstinWaiting === null
    if (alreadySo) return overviewOf(tx, mall, now)
    if (mall.gstinWaiting !== gstin) throw new Refusal('nothing_to_confirm')
    await changeMall(tx, mall, { gstin, gstinWaiting: null })
    await recordChange(tx, now, caller, { action: 'mall.gstin-confirmed', mallId, subject: mallId, detail: { gstin } })
    announceShops(tx, now, await shopsOf(tx, [mall]))
    return overviewOf(tx, await mallForManager(tx, caller, mallId), now)
  })

const NO_ZONE = 'Please choose a time zone such as Asia/Kolkata'
