import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { serviceDayOf } from '#contract/base/time.ts'
import type { DayTicket } from '#contract/payments/day-calls.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { accountsByIds } from '#server/accounts/manage-accounts.ts'
import { type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { cursorOf, valuesOf } from '#server/kit/cursor.ts'
import * as histories from '#server/payments/money/history-store.ts'
import { paperOf } from '#server/payments/money/list-money.ts'
import { type Scope, scopeFor } from '#server/payments/money/scope.ts'
import * as store from '#server/payments/store.ts'
import { type DayCursor, stepsOf, ticketsOfDay } from '#server/queue/read-day.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { slotOf } from '#server/queue/slot-rules.ts'

const PAGE = 50

/**
 * Returns a page of the tickets of a service day, with their receipts and steps. Refuses with `mall_not_found`, `forbidden`, and with
 * `invalid_input` for an unknown cursor.
 */
export const readDay = (deps: Deps, caller: SignedIn, id: string, asked: { day?: string | undefined; cursor?: string | undefined }) =>
  together(deps.db, async (db) => {
    const scope = await scopeFor(db, caller, id)
    const { timeZone, dayStartHour } = scope.mall
    const today = serviceDayOf(deps.clock.now(), timeZone, dayStartHour)
    const day = asked.day ?? today
    const shopIds = scope.shops.map((shop) => shop.id)
    const after = asked.cursor === undefined ? null : cursorFrom(asked.cursor, shopIds)
    const found = await ticketsOfDay(db, shopIds, day, after, PAGE + 1)
    const tickets = found.slice(0, PAGE)
    const last = tickets.at(-1)
    return {
      ...{ day, today, timeZone },
      tickets: await withPapers(db, scope, tickets),
      next: found.length > PAGE && last ? cursorOf(last.shopId, String(last.number)) : null,
    }
  })

function cursorFrom(cursor: string, shopIds: readonly string[]): DayCursor {
  const [shopId = '', number = ''] = valuesOf(cursor, 2) ?? []
  if (!shopIds.includes(shopId) || !/^\d{1,6}$/.test(number))
    throw new Refusal('invalid_input', { sentence: 'This page does not exist. Please begin with the first one.' })
  return { shopId, number: Number(number) }
}

/** The number of statements does not depend on how many tickets there are. */
async function withPapers(db: Reader, { shops }: Scope, tickets: readonly Ticket[]): Promise<DayTicket[]> {
  if (tickets.length === 0) return []
  const ids = tickets.map(({ id }) => id)
  const [payments, steps] = await Promise.all([store.receivedFor(db, ids), stepsOf(db, ids)])
  const receipts = await histories.receiptsOf(
    db,
    payments.map(({ id }) => id),
  )
  const notes = await histories.notesOf(
    db,
    receipts.map(({ id }) => id),
  )
  const accounts = await accountsByIds(
    db,
    steps.flatMap(({ actorKind, actorId }) => (actorKind === 'account' && actorId !== null ? [actorId] : [])),
  )
  const shopNames = new Map(shops.map((shop) => [shop.id, shop.name]))
  // A ticket may have been paid late and then again: the last payment counts.
  const paidFor = new Map(payments.map((one) => [one.ticketId, one]))
  const receiptOf = new Map(receipts.map((one) => [one.paymentId, one]))
  const notesOf = Map.groupBy(notes, (one) => one.receiptId)
  const stepsById = Map.groupBy(steps, (one) => one.ticketId)
  return tickets.map((ticket): DayTicket => {
    const paid = paidFor.get(ticket.id)
    const receipt = paid && receiptOf.get(paid.id)
    const { id, number, shopId, lane, state, name, mobile, joinedAt, calledAt, endedAt } = ticket
    return {
      ...{ id, shopId, lane, state, name, mobile, joinedAt, calledAt, endedAt },
      token: number ?? 0,
      shopName: shopNames.get(shopId) ?? '',
      slot: slotOf(ticket),
      payment: paid
        ? {
            ...{ id: paid.id, gateway: paid.gateway as GatewayName, amountPaise: paid.amountPaise, refundedPaise: paid.refundedPaise },
            duePaise: paid.refundingPaise - paid.refundedPaise,
          }
        : null,
      papers: receipt ? [receipt, ...(notesOf.get(receipt.id) ?? [])].map(paperOf) : [],
      steps: (stepsById.get(id) ?? []).map(({ at, action, actorKind, actorId, undoneAt, outOfTurn }) => ({
        // An undo is marked as well, so that no one takes it back: to a reader it stands.
        ...{ at, action, undone: undoneAt !== null && action !== 'undo', outOfTurn: outOfTurn === true },
        by:
          actorKind === 'account'
            ? { kind: 'person' as const, name: accounts.get(actorId ?? '')?.name ?? null }
            : { kind: actorKind, name: null },
      })),
    }
  })
}
