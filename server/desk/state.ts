import type { Paused } from '#contract/queue/queue.ts'
import type { AccountCaller } from '#server/caller.ts'
import { type CounterRequest, devicesAt, setCounterSession } from '#server/counters/devices.ts'
import { pausedNow } from '#server/counters/rules.ts'
import { type Counter, countersOf } from '#server/counters/service.ts'
import { type Reader, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { refundLimitOf } from '#server/payments/refunds/rules.ts'
import { outsideHours } from '#server/queue/outside-bookings.ts'
import { holdersOf } from '#server/queue/read-tickets.ts'
import { dayOf, type Shop, shopById, shopForDesk } from '#server/shops/service.ts'

interface DeskState {
  shopId: string
  counters: (Counter & { people: string[]; token: number | null })[]
  /** The counter that this device is at. */
  mine: string | null
  paused: Paused | null
  outside: { count: number; first: { ticketId: string; number: number; name: string; mobile: string; startsAt: Date }[] }
  graceMinutes: number
  minutesPerTicket: number
  usualWaitMinutes: number | null
  mayRefund: boolean
}

/** Refuses with `forbidden` and as `shopById` does. */
export const readDeskState = (deps: Deps, caller: AccountCaller, shopId: string): Promise<DeskState> =>
  together(deps.db, async (db) => stateOf(db, caller, await shopForDesk(db, caller, shopId), deps.clock.now()))

async function stateOf(db: Reader, caller: AccountCaller, shop: Shop, now: Date): Promise<DeskState> {
  const counters = await countersOf(db, shop.id)
  const { people, mine } = await devicesAt(db, shop.id, caller.sessionId)
  const holders = await holdersOf(db, shop.id, dayOf(shop, now))
  const outside = await outsideHours(db, shop, now)
  return {
    shopId: shop.id,
    counters: counters.map(({ pausedUntil, ...counter }) => ({
      ...counter,
      pausedUntil: pausedUntil && pausedUntil > now ? pausedUntil : null,
      people: people.get(counter.id) ?? [],
      token: holders.find((holder) => holder.counterId === counter.id)?.number ?? null,
    })),
    mine,
    paused: pausedNow(shop.pause, counters, now),
    outside,
    graceMinutes: shop.graceMinutes,
    minutesPerTicket: shop.minutesPerTicket,
    usualWaitMinutes: shop.usualWaitMinutes,
    mayRefund: refundLimitOf(caller.account.role, shop) !== 0,
  }
}

/** Puts this device at a counter, or takes it off and closes the counter. Refuses as `setCounterSession` does. */
export const changeCounterSession = (deps: Deps, caller: AccountCaller, counterId: string, request: CounterRequest): Promise<DeskState> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shopId = await setCounterSession(tx, now, caller, counterId, request)
    return stateOf(tx, caller, await shopById(tx, shopId), now)
  })
