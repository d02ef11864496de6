import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { undoableActions } from '#contract/queue/queue.ts'
import { onSessionChange, sessionToken } from '#web/session/session.ts'
import { type Watched, watched } from '#web/ui/watched.ts'
import { pressedTickets } from './clicked-state.ts'
import { type DeskLog, logKinds } from './desk-log.ts'
import { type Desk, type DeskMemory, quietDesk } from './desk-state.ts'

type Memory = DeskMemory & Pick<Watched<Desk>, 'subscribe'>

/** How long a remembered press counts without the server's confirmation, in ms: enough for one call and one list. */
const BRIDGE_MS = 5000
const memories = new Map<string, Memory>()
// The next person in this tab must not undo what the last one did.
onSessionChange(() => {
  if (sessionToken() === null) memories.clear()
})

/** The memory of a shop's desk in this tab. It outlives the screen, because a call leads to another screen while others are in flight. */
export function deskOf(shopId: string): Memory {
  const made = memories.get(shopId) ?? remember(shopId)
  memories.set(shopId, made)
  return made
}

/** The desk's state; the component renders again at each change. */
export function useDesk(shopId: string): Desk {
  const { subscribe, get } = deskOf(shopId)
  return useSyncExternalStore(subscribe, get)
}

function remember(shopId: string): Memory {
  const desk = watched<Desk>({ ...quietDesk, bridged: pressedTickets(), log: keptLog(shopId) })
  const memory: Memory = {
    ...desk,
    lastActs: new Map(),
    set: (update) => {
      const [before, next] = [desk.get(), update(desk.get())]
      if (next.log !== before.log) sessionStorage.setItem(logKey(shopId), JSON.stringify(next.log))
      desk.set(next)
    },
  }
  if (desk.get().bridged.size > 0) setTimeout(() => memory.set((now) => ({ ...now, bridged: new Set() })), BRIDGE_MS)
  return memory
}

const logKey = (shopId: string) => `deskLog:${shopId}`
const undoable = z.enum(undoableActions)
const logShape = z.object({
  entries: z.array(
    z.object({
      at: z.number(),
      kind: z.enum(logKinds),
      ticketId: z.string(),
      number: z.number().nullable(),
      version: z.number(),
      outOfTurn: z.boolean(),
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
