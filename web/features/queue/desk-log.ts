import { UNDO_MINUTES } from '../../../contract/queue.ts'
import { MINUTE } from '../../../contract/time.ts'
import type { StaffTicket } from './api.ts'

export type LogKind = 'call' | 'complete' | 'no_show' | 'miss' | 'undo' | 'pay'

/** One of the last actions: numbers only, because it is kept in the tab. */
export interface LogEntry {
  at: number
  kind: LogKind
  ticketId: string
  number: number | null
  /** The ticket's version that this action made. */
  version: number
  /** True where it was done in this tab: only those are undone by a key. */
  mine: boolean
}

export interface DeskLog {
  /** The newest first. */
  entries: readonly LogEntry[]
  /** What an undo would take back, by ticket. */
  undoable: Readonly<Record<string, StaffTicket['undoable']>>
}

const KEPT = 8

/** What staff (or the end of a countdown) did to a ticket between two versions; null where it was something else. */
export function whatHappened(before: StaffTicket | undefined, after: StaffTicket): LogKind | null {
  // Off the table until now: who was missed earlier and is called after all.
  if (before === undefined) return after.state === 'called' && after.undoable === 'call' ? 'call' : null
  if (before.state === after.state) return null
  if (after.state === 'called') return before.state === 'waiting' || before.state === 'missed' ? 'call' : 'undo'
  if (after.state === 'served') return 'complete'
  if (after.state === 'no_show') return 'no_show'
  if (after.state === 'missed') return before.state === 'called' ? 'miss' : 'undo'
  // Only a call is taken back to here: what is new on the table (a place that was held for a payment) has joined.
  if (after.state === 'waiting') return before.state === 'called' || before.state === 'serving' ? 'undo' : null
  return null
}

/** Notes what happened to a ticket; the same version is one entry, whether it is heard by the answer, the socket or both. */
export function withEntry(log: DeskLog, kind: LogKind | null, ticket: StaffTicket, mine: boolean, now: number): DeskLog {
  const undoable = { ...log.undoable, [ticket.id]: ticket.undoable }
  const twin = log.entries.find((entry) => entry.ticketId === ticket.id && entry.version === ticket.version)
  if (twin) return { entries: log.entries.map((entry) => (entry === twin ? { ...entry, mine: entry.mine || mine } : entry)), undoable }
  if (kind === null) return { ...log, undoable }
  const entry: LogEntry = { at: now, kind, ticketId: ticket.id, number: ticket.number, version: ticket.version, mine }
  return { entries: [entry, ...log.entries].slice(0, KEPT), undoable }
}

/** True where undoing this entry's ticket now takes back exactly this entry. */
export function canUndo(log: DeskLog, entry: LogEntry, now: number): boolean {
  if (log.undoable[entry.ticketId] !== entry.kind || now - entry.at > UNDO_MINUTES * MINUTE) return false
  return log.entries.find((other) => other.ticketId === entry.ticketId && other.kind === entry.kind) === entry
}

/** The entry that the undo key takes back: the newest of this tab's own that can be. */
export const undoNext = (log: DeskLog, now: number): LogEntry | undefined =>
  log.entries.find((entry) => entry.mine && canUndo(log, entry, now))
