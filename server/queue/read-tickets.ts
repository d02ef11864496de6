import { DAY, serviceDayOf } from '#contract/base/time.ts'
import type { Tx } from '#server/db/transaction.ts'
import * as line from './line-store.ts'
import type { Ticket } from './rules.ts'
import * as store from './store.ts'

type Reader = Pick<Tx, 'selectFrom'>

/**
 * A mobile's tickets that may be of today, newest first, at most 50. Two days back covers every time zone and every day start; the caller
 * checks the exact day of each mall.
 */
export const recentTicketsOf = (db: Reader, mobile: string, now: Date): Promise<Ticket[]> =>
  store.ticketsOfMobile(db, mobile, serviceDayOf(new Date(now.getTime() - 2 * DAY), 'UTC', 0))

/** The tickets on the staff table of a shop's service day, in the order of the table; missed ones only if missed after `missedSince`. */
export const tableTickets = line.deskTickets

/** Tickets of a shop's service day that were missed at or before a time and still are, latest first; at most 100. */
export const missedBefore = line.missedBefore

/** Tickets that are called to a counter of a shop or served there, with their numbers. */
export const holdersOf = line.holdersOf

/** The last event of each of these tickets that was not undone. */
export const lastEvents = store.lastEvents

/** When staff last recalled a ticket; null if they never did. */
export const lastRecallOf = store.lastRecallOf
