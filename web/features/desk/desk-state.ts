import type { DeskAction } from '#web/data/queue.ts'
import type { DeskLog } from './desk-log.ts'

/** What a desk has in flight, and its log. */
export interface Desk {
  /** Tickets whose call is in flight. */
  calling: ReadonlySet<string>
  /** Tickets whose call failed. */
  failed: ReadonlySet<string>
  /** Tickets with another action in flight. */
  acting: ReadonlySet<string>
  /** Tickets whose call was pressed before a reload and is not yet confirmed by the server's list. */
  bridged: ReadonlySet<string>
  /** The called ticket that staff chose for the card, else null. */
  chosen: string | null
  log: DeskLog
}

export const quietDesk: Desk = {
  calling: new Set(),
  failed: new Set(),
  acting: new Set(),
  bridged: new Set(),
  chosen: null,
  log: { entries: [], undoable: {} },
}

/** The desk of a shop, outside of React. */
export interface DeskMemory {
  get: () => Desk
  set: (update: (desk: Desk) => Desk) => void
  /** The last pressed action of each ticket, until it is done: the next action waits for it. `done` tells whether it succeeded. */
  lastActs: Map<string, { action: DeskAction; done: Promise<boolean> }>
}
