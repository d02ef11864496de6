import { Refusal } from '#contract/base/errors.ts'
import { MINUTE } from '#contract/base/time.ts'
import { recordChange } from '#server/audit/service.ts'
import type { AccountCaller } from '#server/caller.ts'
import { isForeignKeyViolation } from '#server/db/errors.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { announce } from '#server/outbox/announce.ts'
import { counterForDesk } from './manage-counters.ts'
import * as sessions from './session-store.ts'
import * as store from './store.ts'

/** `open` false means that the device leaves and closes the counter. `pausedFor` is in minutes. */
export interface CounterRequest {
  open: boolean
  pausedFor?: number | undefined
}

/**
 * Puts a device of the desk (the session of its account) at a counter and opens the counter. Or takes it away and closes the counter.
 * Returns the shop of the counter. Refuses with `counter_not_found`, and with `not_signed_in` if the session has just ended.
 */
export async function setCounterSession(
  tx: Tx,
  now: Date,
  caller: AccountCaller,
  counterId: string,
  { open, pausedFor }: CounterRequest,
): Promise<string> {
  const counter = await counterForDesk(tx, caller, counterId)
  const { id, name, shopId, mallId } = counter
  const pausedUntil = open && pausedFor !== undefined ? new Date(now.getTime() + pausedFor * MINUTE) : null
  await store.changeCounter(tx, id, { name, isOpen: open, pausedUntil })
  const { sessionId, account } = caller
  if (open)
    await sessions.takeCounter(tx, { sessionId, counterId: id, shopId, mallId, accountName: account.name, since: now }).catch((error) => {
      throw isForeignKeyViolation(error, 'counter_session_session_id_fkey') ? new Refusal('not_signed_in') : error
    })
  else await sessions.leaveCounter(tx, id, sessionId)
  await recordChange(tx, now, caller, {
    action: !open ? 'counter.closed' : pausedUntil ? 'counter.paused' : 'counter.opened',
    ...{ mallId, subject: id, detail: { shop: shopId, name, ...(pausedUntil && { until: pausedUntil.toISOString() }) } },
  })
  announce(tx, now, { kind: 'shop.counters', shopId })
  return shopId
}

/** At which counter of the shop a device is. If it is at none, the only counter of the shop; null if it has several, or none. */
export async function counterOfDevice(db: Reader, sessionId: string, shopId: string): Promise<string | null> {
  const [own, [only, ...others]] = await Promise.all([sessions.counterOf(db, sessionId, shopId), store.countersOf(db, shopId)])
  return own?.counterId ?? (others.length === 0 ? (only?.id ?? null) : null)
}

/**
 * `people` has the names of the devices at each counter; `mine` is the counter of this device. Two devices of one account are two names.
 */
export async function devicesAt(
  db: Reader,
  shopId: string,
  sessionId: string,
): Promise<{ people: ReadonlyMap<string, string[]>; mine: string | null }> {
  const devices = await sessions.devicesOf(db, shopId)
  const at = Map.groupBy(devices, (device) => device.counterId)
  return {
    people: new Map([...at].map(([counterId, own]) => [counterId, own.map((device) => device.accountName)])),
    mine: devices.find((device) => device.sessionId === sessionId)?.counterId ?? null,
  }
}
