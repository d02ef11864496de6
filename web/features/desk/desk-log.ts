import { MINUTE } from '#contract/base/time.ts'
import { UNDO_MINUTES, undoableActions } from '#contract/queue/queue.ts'
import type { StaffTicket } from '#web/data/queue.ts'

export const logKinds = ['call', 'arrive', 'recall', 'extend', 'complete', 'no_show', 'miss', 'undo', 'pay'] as const
export type LogKind = (typeof logKinds)[number]

/** One of the last actions. It holds no names, because the tab stores it. */
export interface LogEntry {
  at: number
  kind: LogKind
  ticketId: string
  number: number | null
  /** The ticket's version after this action. */
  version: number
  /** True for a call before another person who was first in line. */
  outOfTurn: boolean
  /** True if this tab did the action: the undo key undoes only these. */
  mine: boolean
}

export interface DeskLog {
  /** Newest first. */
  entries: readonly LogEntry[]
  /** The action that an undo would take back, by ticket id. */
  undoable: Readonly<Record<string, StaffTicket['undoable']>>
}

/** Twice what is shown: an action that was undone has two entries. */
const KEPT = 12

/** What staff (or the end of the grace time) did to a ticket between two versions; null if it was something else. */
export function whatHappened(before: StaffTicket | undefined, after: StaffTicket): LogKind | null {
  // The ticket was not on the table until now: a customer who was missed earlier is called again.
  if (before === undefined) return after.state === 'called' && after.undoable === 'call' ? 'call' : null
  if (before.state === 'called' && after.state === 'called') return whatHappenedToCall(before, after)
  if (before.state === after.state) return null
  if (after.state === 'called') return before.state === 'waiting' || before.state === 'missed' ? 'call' : 'undo'
  if (after.state === 'serving') return before.state === 'called' || before.state === 'missed' ? 'arrive' : 'undo'
  if (after.state === 'served') return 'complete'
  if (after.state === 'no_show') return 'no_show'
  if (after.state === 'missed') return before.state === 'called' ? 'miss' : 'undo'
  // Only an undone call leads back to *waiting*. Any other ticket that becomes *waiting* has just joined, for example after its payment.
  if (after.state === 'waiting' && before.state === 'booked') return after.undoable === 'arrive' ? 'arrive' : null
  if (after.state === 'waiting') return before.state === 'called' || before.state === 'serving' ? 'undo' : null
  // A shopper who moves their ticket from the queue to a slot changes the slot.
  return after.state === 'booked' && before.undoable === 'arrive' && isSameSlot(before, after) ? 'undo' : null
}

const isSameSlot = (a: StaffTicket, b: StaffTicket): boolean => a.slot !== null && a.slot.id === b.slot?.id

/** A recalled call has one recall less; an extended call ends later. */
function whatHappenedToCall(before: StaffTicket, after: StaffTicket): LogKind | null {
  if (after.recallsLeft < before.recallsLeft) return 'recall'
  return endOf(after) > endOf(before) ? 'extend' : null
}

const endOf = ({ startTime, duration }: StaffTicket): number => (startTime ?? 0) + (duration ?? 0) * 1000

/** Adds an entry for a ticket. Each version is one entry, whether the response, the socket or both tell of it. */
export function withEntry(log: DeskLog, kind: LogKind | null, ticket: StaffTicket, mine: boolean, now: number): DeskLog {
  const undoable = { ...log.undoable, [ticket.id]: ticket.undoable }
  const twin = log.entries.find((entry) => entry.ticketId === ticket.id && entry.version === ticket.version)
  if (twin) return { entries: log.entries.map((entry) => (entry === twin ? { ...entry, mine: entry.mine || mine } : entry)), undoable }
  if (kind === null) return { ...log, undoable }
  const { id: ticketId, number, version } = ticket
  const entry: LogEntry = { at: now, kind, ticketId, number, version, outOfTurn: kind === 'call' && ticket.outOfTurn, mine }
  return { entries: [entry, ...log.entries].slice(0, KEPT), undoable }
}

/** True if an undo on this entry's ticket would take back exactly this entry. */
export function canUndo(log: DeskLog, entry: LogEntry, now: number): boolean {
  if (log.undoable[entry.ticketId] !== entry.kind || now - entry.at > UNDO_MINUTES * MINUTE) return false
  return log.entries.find((other) => other.ticketId === entry.ticketId && other.kind === entry.kind) === entry
}

/** The log as it is shown, newest first: an action and its undo are one line, at the time of the undo. */
export function linesOf({ entries }: DeskLog): { entry: LogEntry; isUndone: boolean }[] {
  const lines: { entry: LogEntry; isUndone: boolean }[] = []
  for (const entry of entries) {
    // The oldest of the undos that came after it, as far as they have not taken back another action.
    const isItsUndo = lines.map((line) => line.entry.kind === 'undo' && line.entry.ticketId === entry.ticketId)
    // A recall and more time stand: an undo takes back the call.
    const at = undoableActions.some((kind) => kind === entry.kind) ? isItsUndo.lastIndexOf(true) : -1
    const undo = lines[at]
    if (undo) lines[at] = { entry: { ...entry, at: undo.entry.at }, isUndone: true }
    else lines.push({ entry, isUndone: false })
  }
  return lines
}

/** The entry that the undo key takes back: the newest entry of this tab that can be undone. */
export const undoNext = (log: DeskLog, now: number): LogEntry | undefined =>
  log.entries.find((entry) => entry.mine && canUndo(log, entry, now))
