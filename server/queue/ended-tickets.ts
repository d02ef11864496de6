import * as store from './settle-store.ts'

/** Cancelled or expired tickets whose money is not settled yet, in order of their ids: the next ones after an id. */
export const unsettledTickets = store.unsettledTickets

/** Marks these tickets as settled in the caller's transaction. A ticket whose row is locked stays unsettled. */
export const markSettled = store.markSettled
