import { useCallback, useState } from 'react'
import { type CounterState, type CounterUse, type DeskState, useCounterUse, useDeskState } from '#web/data/desk.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { atInstants, useNow } from '#web/live/use-now.ts'
import type { DeskActions } from './desk-actions.ts'
import { undoNext } from './desk-log.ts'
import { useDesk } from './desk-memory.ts'
import type { Desk } from './desk-state.ts'
import { keepsBusy, nameOf, ownCounter, type Step, shownOf, stepOf } from './desk-steps.ts'
import { calledOf, nextOf } from './table-view.ts'
import { useDeskActions } from './use-desk-actions.ts'
import { useRests } from './use-rests.ts'

/** Everything that a desk screen needs: the counter, its customer, the next step and the actions. */
export interface CounterDesk {
  state: ReturnType<typeof useDeskState>
  /** The counter of this device; null if it is at none. */
  counter: CounterState | null
  /** Called and serving in the whole shop, newest call first. */
  called: readonly StaffTicket[]
  /** The customer on the card. */
  shown: StaffTicket | null
  next: StaffTicket | null
  step: Step
  /** Does `step`. */
  press: () => void
  /** An action on the shown customer is in flight. */
  acting: boolean
  /** `press` does nothing: an action is in flight, it was just pressed, or `step` has just changed. */
  busy: boolean
  desk: Desk
  actions: DeskActions
  counterUse: ReturnType<typeof useCounterUse>
  use: (counterId: string, use: CounterUse) => void
  undo: ReturnType<typeof undoNext>
  /** Epoch ms by the server's clock; updated when a countdown or a pause ends. */
  now: number
  /** The action of each single key. */
  keys: Readonly<Record<'n' | 'a' | 's' | 'r' | 'x' | 'u', () => void>>
}

export function useCounterDesk(given: {
  shopId: string
  tickets: readonly StaffTicket[] | undefined
  /** True while there is no connection. */
  off: boolean
  /** Runs after a successful call. */
  landed: () => void
  /** This screen opens by a press: a second one right after it is meant for the screen before. */
  opensByPress?: boolean
  used?: (desk: DeskState, use: CounterUse, counterId: string) => void
}): CounterDesk {
  const { shopId, tickets = NOBODY, off, landed } = given
  const state = useDeskState(shopId)
  const desk = useDesk(shopId)
  const counter = ownCounter(state.data)
  const counterId = counter?.id ?? null
  const called = calledOf(tickets)
  const shown = shownOf(called, counterId, desk.chosen)
  const next = nextOf(tickets, desk)
  const now = useNow(serverNow, atInstants(endOf(shown), counter?.pausedUntil?.getTime(), pauseEnd(state.data)))
  const step = state.isPending ? NOTHING : stepOf(counter, shown, next, now)
  const actions = useDeskActions(shopId, { counterId, busyWith: keepsBusy(shown, counterId, now), landed })
  const counterUse = useCounterUse(shopId, given.used)
  const { mutate } = counterUse
  const use = useCallback((counterId: string, use: CounterUse) => mutate({ counterId, use }), [mutate])
  const acting = shown !== null && desk.acting.has(shown.id)
  const [presses, setPresses] = useState(0)
  const rests = useRests(`${nameOf(step)}:${presses}`, given.opensByPress)
  const busy = acting || desk.calling.size > 0 || counterUse.isPending || rests
  const press = () => {
    if (off || busy) return
    setPresses(presses + 1)
    doStep(step, actions, use)
  }
  const undo = undoNext(desk.log, Date.now())
  const isCalled = shown?.state === 'called'
  return {
    ...{ state, counter, called, shown, next, step, press, acting, busy, desk, actions, counterUse, use, undo, now },
    keys: {
      // *Here* has a key of its own: N, N must not say that someone is here.
      n: () => step.does !== 'arrive' && press(),
      a: () => isCalled && !off && actions.act(shown, 'arrive'),
      s: () => shown && !off && actions.act(shown, 'complete'),
      r: () => isCalled && shown.recallsLeft > 0 && !off && actions.act(shown, 'recall'),
      x: () => isCalled && !off && actions.act(shown, 'no_show'),
      u: () => undo && !off && actions.undo({ id: undo.ticketId, number: undo.number }),
    },
  }
}

function doStep(step: Step, actions: DeskActions, use: CounterDesk['use']): void {
  if (step.does === 'call') actions.call(step.next)
  else if (step.does === 'arrive') actions.act(step.ticket, 'arrive')
  else if (step.does === 'serve' && step.next === null) actions.act(step.ticket, 'complete')
  else if (step.does === 'serve' && step.next !== null) actions.serveAndCall(step.ticket, step.next)
  else if (step.does === 'open') use(step.counter.id, { open: true })
}

const NOBODY: readonly StaffTicket[] = []
const NOTHING: Step = { does: 'nothing' }

const endOf = (ticket: StaffTicket | null): number | null =>
  ticket === null || ticket.startTime === null || ticket.duration === null ? null : ticket.startTime + ticket.duration * 1000

/** The end of the queue's pause. The pause ends automatically, so the screen need not wait until the server reports it. */
const pauseEnd = (desk: DeskState | undefined): number | null => (desk?.paused?.until ? Date.parse(desk.paused.until) : null)

/** The pause at `now`; null while the queue is open. */
export function pausedNow(desk: DeskState | undefined, now: number): DeskState['paused'] {
  const end = pauseEnd(desk)
  return end !== null && end <= now ? null : (desk?.paused ?? null)
}
