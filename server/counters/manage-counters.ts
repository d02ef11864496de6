import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { changesIn, reachFor, recordChange } from '#server/audit/service.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { COUNTERS_PER_SHOP } from '#server/limits.ts'
import { managesMall } from '#server/malls/service.ts'
import { announce } from '#server/outbox/announce.ts'
import { endShopPauses, holdSale } from '#server/shops/pause.ts'
import { keepShop, shopForDesk, worksAt } from '#server/shops/service.ts'
import { type Counter, counterNameTaken, countersOf, createCounter } from './service.ts'
import { leaveCounter } from './session-store.ts'
import * as store from './store.ts'

/** Refuses with `forbidden`, `name_taken`, `quota_counters` and as `shopById` does. */
export const addCounter = (deps: Deps, caller: SignedIn, shopId: string, name: string): Promise<Counter> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await shopForDesk(tx, caller, shopId)
    const shop = await keepShop(tx, shopId)
    if ((await countersOf(tx, shop.id)).length >= COUNTERS_PER_SHOP) throw new Refusal('quota_counters')
    const id = await createCounter(tx, now, { mallId: shop.mall.id, shopId: shop.id, name })
    await noteChange(tx, now, caller, { mallId: shop.mall.id, shopId: shop.id, id, name }, 'counter.added')
    return { id, name, isOpen: true, pausedUntil: null }
  })

/** A field that is absent stays. Refuses with `counter_not_found` (for a foreign one too) and `name_taken`. */
export const changeCounter = (
  deps: Deps,
  caller: SignedIn,
  counterId: string,
  change: { name?: string | undefined; isOpen?: boolean | undefined },
): Promise<Counter> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const counter = await counterForManager(tx, caller, counterId)
    // opening or closing a counter ends its pause
    const pausedUntil = change.isOpen === undefined ? counter.pausedUntil : null
    const next = { id: counter.id, name: change.name ?? counter.name, isOpen: change.isOpen ?? counter.isOpen, pausedUntil }
    await store.changeCounter(tx, counter.id, next).catch((error: unknown) => {
      throw isUniqueViolation(error, 'counter_name') ? counterNameTaken() : error
    })
    await noteChange(tx, now, caller, counter, 'counter.changed', changesIn(counter, next, ['name', 'isOpen']))
    return next
  })

export type OwnCounter = Counter & { shopId: string; mallId: string }

/** A counter of a shop that the caller manages, locked as `lockOwn` says. */
export const counterForManager = (tx: Tx, caller: SignedIn, counterId: string): Promise<OwnCounter> =>
  lockOwn(tx, counterId, ({ mallId }) => managesMall(caller, mallId))

/** A counter of a shop where the caller works, locked as `lockOwn` says. */
export const counterForDesk = (tx: Tx, caller: SignedIn, counterId: string): Promise<OwnCounter> =>
  lockOwn(tx, counterId, ({ shopId, mallId }) => worksAt(caller, { id: shopId, mallId }))

/**
 * Returns a counter, locked until the transaction ends. A foreign one is refused like one that does not exist. A change of counters can
 * change whether a shop sells, so no shopper can join until then.
 */
async function lockOwn(tx: Tx, counterId: string, isOwn: (place: { shopId: string; mallId: string }) => boolean): Promise<OwnCounter> {
  const place = await store.shopOfCounter(tx, counterId)
  if (!place) throw new Refusal('counter_not_found', await reachFor(tx, 'counter', counterId))
  if (!isOwn(place)) throw new Refusal('counter_not_found', { reach: { mallId: place.mallId, subject: place.id } })
  await holdSale(tx, place.shopId)
  const row = await store.lockCounter(tx, counterId)
  if (!row) throw new Refusal('counter_not_found')
  const { id, name, isOpen, pausedUntil, shopId, mallId } = row
  return { id, name, isOpen, pausedUntil, shopId, mallId }
}

export async function archiveCounter(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  counter: Counter & { shopId: string; mallId: string },
): Promise<void> {
  await store.archiveCounter(tx, counter.id, now)
  await leaveCounter(tx, counter.id)
  await noteChange(tx, now, caller, counter, 'counter.removed')
}

async function noteChange(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  { id, name, shopId, mallId }: { id: string; name: string; shopId: string; mallId: string },
  action: 'counter.added' | 'counter.changed' | 'counter.removed',
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await recordChange(tx, now, caller, { action, mallId, subject: id, detail: { shop: shopId, name, changes } })
  announce(tx, now, { kind: 'shop.changed', shopId })
}

/** Ends pauses whose time is over, so that open screens are told. */
export async function endPauses(deps: Deps): Promise<void> {
  await endShopPauses(deps)
  const now = deps.clock.now()
  for (const { id } of await store.pausesOver(deps.db, now))
    await transaction(deps.db, async (tx) => {
      const ended = await store.endPause(tx, id, now)
      if (ended) announce(tx, now, { kind: 'shop.counters', shopId: ended.shopId })
    })
}
