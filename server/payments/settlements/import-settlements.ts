import type { SignedIn } from '#contract/accounts/accounts.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import type { Settlement } from '#contract/payments/vendor-books-calls.ts'
import { together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { mallById } from '#server/malls/service.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { type SettledLine, VendorBusy } from '#server/payments/gateway.ts'
import { midnightOf } from '#server/shops/rules.ts'
import { mallForManager } from '#server/shops/service.ts'
import { type HeededLine, heedLines } from './heed-lines.ts'
import { daysToImport, nextImportAt, withoutShoppersFee } from './rules.ts'
import * as store from './store.ts'

/** How long a claim to an account is valid: a node that ends leaves it to another one. */
const LEASE_MS = 15 * MINUTE
/** The pause after an import that failed. */
const FAILED_MS = HOUR
/** The span of a list if the caller names none. */
const USUAL_DAYS = 31

/**
 * Reads one account after the other, each every six hours, so the vendors' limits are far away. Reading a day again adds nothing twice. May
 * run on every node at once.
 */
export async function importSettlements(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const due = await transaction(deps.db, (tx) => store.claimImport(tx, now, new Date(now.getTime() + LEASE_MS)))
    if (!due) return
    const done = await importAccount(deps, due).catch((error) => {
      deps.log.error(
        { err: error, mall: due.mallId, gateway: due.gateway },
        'the transfers of a vendor could not be read, trying again later',
      )
      const pause = error instanceof VendorBusy ? error.retryAfterSeconds * SECOND : FAILED_MS
      return { until: due.until, next: new Date(now.getTime() + pause) }
    })
    await transaction(deps.db, (tx) => store.endImport(tx, { ...due, until: done.until }, done.next))
  }
}

async function importAccount(deps: Deps, { mallId, gateway: name, until }: store.DueImport) {
  const now = deps.clock.now()
  const next = nextImportAt(now)
  const gateway = deps.gateways.get(name)
  if (!gateway?.settledOn) return { until, next }
  const credentials = await credentialsFor(deps, gateway, mallId)
  const days = daysToImport(until, now, (await mallById(deps.db, mallId)).timeZone)
  const failures: unknown[] = []
  for (const day of days) {
    const lines = await addDay(deps, mallId, name, await gateway.settledOn(day, credentials))
    // Other days do not wait for a vendor that does not answer about an entry.
    await heedLines(deps, mallId, name, lines).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
  return { until: days.at(-1) ?? until, next }
}

/** Returns the entries with the payments of ours that they are about. */
async function addDay(
  deps: Deps,
  mallId: string,
  gateway: store.DueImport['gateway'],
  told: readonly SettledLine[],
): Promise<HeededLine[]> {
  const named = <T>(values: readonly (T | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const byOrder = await store.paymentsOfOrders(deps.db, mallId, gateway, named(told.map(({ vendorOrderId }) => vendorOrderId)))
  // A refund or a dispute may name its payment alone, whose entry came before or comes with it.
  const lineOf = (vendorPaymentId: string) => `payment ${vendorPaymentId}`
  const paid = named(told.map(({ vendorPaymentId }) => vendorPaymentId))
  const byLine = await store.paymentsOfLines(deps.db, mallId, gateway, paid.map(lineOf))
  for (const { kind, vendorOrderId, vendorLineId } of told) {
    const id = kind === 'payment' && vendorOrderId !== null ? byOrder.get(vendorOrderId)?.paymentId : undefined
    if (id !== undefined) byLine.set(vendorLineId, id)
  }
  const lines = told.map((line) => {
    const ofOrder = line.vendorOrderId === null ? undefined : byOrder.get(line.vendorOrderId)
    const ofPayment = line.vendorPaymentId === null ? undefined : byLine.get(lineOf(line.vendorPaymentId))
    return { ...(ofOrder ? withoutShoppersFee(line, ofOrder.amountPaise) : line), paymentId: ofOrder?.paymentId ?? ofPayment ?? null }
  })
  await transaction(deps.db, (tx) => store.addLines(tx, mallId, gateway, lines))
  return lines
}

/** Transfers of these days of the mall, both included; of the last 31 days if they are absent. Refuses as `mallForManager` does. */
export const readSettlements = (
  deps: Deps,
  caller: SignedIn,
  mallId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Settlement[]> =>
  together(deps.db, async (db) => {
    const { id, timeZone } = await mallForManager(db, caller, mallId)
    const end = to === undefined ? deps.clock.now() : midnightOf(to, timeZone, 1)
    const begin = from === undefined ? new Date(end.getTime() - USUAL_DAYS * DAY) : midnightOf(from, timeZone)
    return store.settlementsOf(db, id, begin, end)
  })
