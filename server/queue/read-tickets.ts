import { DAY, serviceDayOf } from '#contract/base/time.ts'
import { MOST_DAYS_AHEAD, MOST_MOVES } from '#contract/slots/slots.ts'
import type { Reader } from '#server/db/transaction.ts'
import * as line from './line-store.ts'
import type { Ticket } from './rules.ts'
import * as steps from './step-store.ts'
import * as store from './store.ts'

/**
 * A mobile's tickets that may be of today, newest first, at most 50. Two days back covers every time zone and every day start; the caller
 * checks the exact day of each mall.
 */
export const recentTicketsOf = (db: Reader, mobile: string, now: Date): Promise<Ticket[]> =>
  store.ticketsOfMobile(db, mobile, serviceDayOf(new Date(now.getTime() - 2 * DAY), 'UTC', 0))

export const tableTickets = line.deskTickets

export const missedBefore = line.missedBefore

export const shopDayOfCallable = line.shopDayOfCallable

export const isBehindOthers = line.isBehindOthers

export const holdersOf = line.holdersOf

export const lastSteps = steps.lastSteps

export const lastRecallOf = steps.lastRecallOf

/** How many days back a token number is looked for: every shop gives each number once a day. */
const TOKEN_DAYS = 31
/** The most days from the payment of a booking to its slot: each move may choose a slot as far ahead as the booking did. */
const BOOKED_DAYS = MOST_DAYS_AHEAD * (1 + MOST_MOVES)

/** From the start of one date to the end of another. */
export interface PaidOn {
  from: string
  to: string
}

/**
 * Tickets with this token number or this mobile; at most 1000 of each. A token number is looked for on the service days of tickets paid on
 * `paidOn`, the first days first. If `paidOn` is null, it is looked for on the last 31 days and all later ones, the newest first.
 */
export async function ticketIdsSought(
  db: Reader,
  shopIds: readonly string[],
  { token, mobile }: { token: number | null; mobile: string | null },
  paidOn: PaidOn | null,
  now: Date,
): Promise<string[]> {
  const [first, last] = paidOn
    ? [new Date(`${paidOn.from}T00:00:00Z`), new Date(`${paidOn.to}T00:00:00Z`)]
    : [new Date(now.getTime() - (TOKEN_DAYS - 1) * DAY), now]
  // A service day may begin at any hour, so it can have the date before or after.
  const days = {
    ...{ first: dateOf(first, -DAY), last: dateOf(last, (1 + BOOKED_DAYS) * DAY) },
    order: paidOn ? ('asc' as const) : ('desc' as const),
  }
  const found = await Promise.all([
    token === null ? [] : store.ticketIdsNumbered(db, shopIds, token, days),
    mobile === null ? [] : store.ticketIdsOfMobile(db, shopIds, mobile),
  ])
  return [...new Set(found.flat())]
}

const dateOf = (day: Date, later: number): string => serviceDayOf(new Date(day.getTime() + later), 'UTC', 0)

export const ticketsInBrief = store.ticketsInBrief
