import type { DomainEvent } from '#contract/events.ts'
import type { Statement } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'

/** An event with its number in its shop's stream (0 if it belongs to no shop). */
export type Relayed = DomainEvent & { seq: number; at: Date }

/** `place` is the position of the event in the one order of all events. */
export interface RelayedRow {
  place: number
  seq: number
  payload: unknown
  createdAt: Date
}

/** Records what events cause. Screens are not listeners: the hearing (`hearing.ts`) tells them, on every node. */
export interface Listener {
  name: string
  /**
   * Runs in a transaction of the relay, so its rows exist exactly once per event. It must only run SQL. It returns what is left to write,
   * which goes out together with the commit. Events that it cannot record now are kept in `event_backlog` and come again, after newer
   * events.
   */
  record(tx: Tx, events: readonly Relayed[], now: Date): Promise<readonly Statement[]>
}

/** Runs after the commit, on the node that relayed: starts the workers now instead of at their next poll. */
export type Wake = (events: readonly Relayed[]) => void

export const relayedOf = (row: { payload: unknown; seq: number | null; createdAt: Date }): Relayed => ({
  ...(row.payload as DomainEvent),
  seq: row.seq ?? 0,
  at: row.createdAt,
})
