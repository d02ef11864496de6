import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { reachFor, recordChange } from '../audit/service.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { type Tx, together, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { managesMall } from '../malls/service.ts'
import { announce } from '../outbox/announce.ts'
import { keepShop, shopForDesk } from '../shops/service.ts'
import { changeSettings, type Settings, settingsOf } from '../shops/shop-settings.ts'
import { type Counter, counterNameTaken, countersOf, createCounter } from './service.ts'
import * as store from './store.ts'

/** A shop's settings with its counters; refuses with `forbidden` and as `shopById` does. */
export const readSettings = (deps: Deps, caller: SignedIn, shopId: string) => together(deps.db, (db) => settingsFor(db, caller, shopId))

async function settingsFor(db: Pick<Tx, 'selectFrom'>, caller: SignedIn, shopId: string) {
  const shop = await shopForDesk(db, caller, shopId)
  return { ...(await settingsOf(db, shop)), counters: await countersOf(db, shop.id) }
}

/** Changes a shop's settings and answers them whole; refuses as `readSettings` does. */
export const saveSettings = (deps: Deps, caller: SignedIn, shopId: string, set: Settings) =>
  transaction(deps.db, async (tx) => {
    await changeSettings(tx, deps.clock.now(), caller, shopId, set)
    return settingsFor(tx, caller, shopId)
  })

/** Adds a counter to a shop. Refuses with `forbidden`, `name_taken` and as `shopById` does. */
export const addCounter = (deps: Deps, caller: SignedIn, shopId: string, name: string): Promise<Counter> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await shopForDesk(tx, caller, shopId)
    const shop = await keepShop(tx, shopId)
    const id = await createCounter(tx, now, { mallId: shop.mall.id, shopId: shop.id, name })
    await noteChange(tx, now, caller, { mallId: shop.mall.id, shopId: shop.id, id }, 'counter.added')
    return { id, name, isOpen: true }
  })

/** Renames, opens or closes a counter; what is absent stays. Refuses with `counter_not_found` (a foreign one too) and `name_taken`. */
export const changeCounter = (
  deps: Deps,
  caller: SignedIn,
  counterId: string,
  change: { name?: string | undefined; isOpen?: boolean | undefined },
): Promise<Counter> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const counter = await counterForManager(tx, caller, counterId)
    const next = { id: counter.id, name: change.name ?? counter.name, isOpen: change.isOpen ?? counter.isOpen }
    await store.changeCounter(tx, counter.id, next).catch((error: unknown) => {
      throw isUniqueViolation(error, 'counter_name') ? counterNameTaken() : error
    })
    await noteChange(tx, now, caller, counter, 'counter.changed')
    return next
  })

/** A counter of a shop that the caller manages, locked until the transaction ends; a foreign one is as unknown as none. */
export async function counterForManager(
  tx: Tx,
  caller: SignedIn,
  counterId: string,
): Promise<Counter & { shopId: string; mallId: string }> {
  const row = await store.lockCounter(tx, counterId)
  if (!row) throw new Refusal('counter_not_found', await reachFor(tx, 'counter', counterId))
  if (!managesMall(caller, row.mall_id)) throw new Refusal('counter_not_found', { reach: { mallId: row.mall_id, subject: row.id } })
  return { id: row.id, name: row.name, isOpen: row.is_open, shopId: row.shop_id, mallId: row.mall_id }
}

/** Takes a counter out of use in the caller's transaction; nobody may be called to it. */
export async function archiveCounter(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  counter: { id: string; shopId: string; mallId: string },
): Promise<void> {
  await store.archiveCounter(tx, counter.id, now)
  await noteChange(tx, now, caller, counter, 'counter.removed')
}

async function noteChange(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  counter: { id: string; shopId: string; mallId: string },
  action: 'counter.added' | 'counter.changed' | 'counter.removed',
): Promise<void> {
  await recordChange(tx, now, caller, { action, mallId: counter.mallId, subject: counter.id, detail: { shop: counter.shopId } })
  await announce(tx, now, { kind: 'shop.changed', shopId: counter.shopId })
}
