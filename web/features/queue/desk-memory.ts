import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { pressedTickets } from '../../session/clicked-state.ts'
import { onSessionChange, sessionToken } from '../../session/session.ts'
import type { DeskLog } from './desk-log.ts'

/** What a desk is in the middle of. It outlives its screen, because a call leads away from it while others are under way. */
export interface Desk {
  /** Tickets whose call is under way. */
  calling: ReadonlySet<string>
  /** Tickets whose call did not go through. */
  failed: ReadonlySet<string>
  /** Tickets to which something else is being done. */
  acting: ReadonlySet<string>
  /** Pressed before a reload, not yet confirmed by the server's list. */
  bridged: ReadonlySet<string>
  /** The called ticket that the desk shows, where staff chose one. */
  chosen: string | null
  log: DeskLog
}

interface Memory {
  get: () => Desk
  set: (update: (desk: Desk) => Desk) => void
  subscribe: (heard: () => void) => () => void
}

/** How long a remembered press counts without the server's word, in ms: one call and one list. */
const BRIDGE_MS = 5000
const memories = new Map<string, Memory>()
// What the last person did in this tab is nothing that the next one may undo.
onSessionChange(() => {
  if (sessionToken() === null) memories.clear()
})

/** The memory of a shop's desk in this tab. */
export function deskOf(shopId: string): Memory {
  const made = memories.get(shopId) ?? remember(shopId)
  memories.set(shopId, made)
  return made
}

/** The desk as it is now, rendering again at each change. */
export function useDesk(shopId: string): Desk {
  const { subscribe, get } = deskOf(shopId)
  return useSyncExternalStore(subscribe, get)
}

function remember(shopId: string): Memory {
  let desk: Desk = {
    calling: new Set(),
    failed: new Set(),
    acting: new Set(),
    bridged: pressedTickets(),
    chosen: null,
    log: keptLog(shopId),
  }
  const listeners = new Set<() => void>()
  const memory: Memory = {
    get: () => desk,
    set: (update) => {
      const next = update(desk)
      if (next === desk) return
      if (next.log !== desk.log) sessionStorage.setItem(logKey(shopId), JSON.stringify(next.log))
      desk = next
      for (const heard of listeners) heard()
    },
    subscribe: (heard) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
  if (desk.bridged.size > 0) setTimeout(() => memory.set((now) => ({ ...now, bridged: new Set() })), BRIDGE_MS)
  return memory
}

const logKey = (shopId: string) => `deskLog:${shopId}`
const undoable = z.enum(['call', 'complete', 'no_show', 'miss'])
const logShape = z.object({
  entries: z.array(
    z.object({
      at: z.number(),
      kind: z.enum([...undoable.options, 'undo', 'pay']),
      ticketId: z.string(),
      number: z.number().nullable(),
      version: z.number(),
      mine: z.boolean(),
    }),
  ),
  undoable: z.record(z.string(), undoable.nullable()),
})

function keptLog(shopId: string): DeskLog {
  try {
    return logShape.parse(JSON.parse(sessionStorage.getItem(logKey(shopId)) ?? ''))
  } catch {
    return { entries: [], undoable: {} }
  }
}

/** A set with one member more, or one less. */
export function including<T>(set: ReadonlySet<T>, member: T, isIn: boolean): ReadonlySet<T> {
  if (set.has(member) === isIn) return set
  const next = new Set(set)
  if (isIn) next.add(member)
  else next.delete(member)
  return next
}
