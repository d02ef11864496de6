import { Kbd, UnstyledButton } from '@mantine/core'
import { useCallback } from 'react'
import type { CounterUse } from '#web/data/desk.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { sayOfDesk } from '#web/words/desk.ts'
import { type ConsoleSay, useSay } from '#web/words/words.ts'
import { nameOf, type Step } from './desk-steps.ts'
import type { DeskActions } from './use-desk-actions.ts'
import { useRests, useSteady } from './use-steady.ts'
import './next-step.css'

/** After its label changes, the button ignores presses for this long, in ms: a double press must not do two actions. */
const STEADY_MS = 400

/** Returns a function that does the next step of a desk, for the button and its key. Right after the step changes it does nothing. */
export function useStep(
  step: Step,
  desk: { off: boolean; busy: boolean; actions: DeskActions; use: (counterId: string, use: CounterUse) => void },
): () => void {
  const { off, busy, actions, use } = desk
  const isSteady = useSteady(nameOf(step), STEADY_MS)
  return useCallback(() => {
    if (off || busy || !isSteady()) return
    if (step.does === 'call') actions.call(step.next)
    else if (step.does === 'arrive') actions.act(step.ticket, 'arrive')
    else if (step.does === 'serve' && step.next === null) actions.act(step.ticket, 'complete')
    else if (step.does === 'serve' && step.next !== null) actions.serveAndCall(step.ticket, step.next)
    else if (step.does === 'open') use(step.counter.id, { open: true })
  }, [off, busy, isSteady, step, actions, use])
}

export interface NextStepProps {
  step: Step
  /** True while there is no connection. */
  off: boolean
  /** True while an action is in flight, when a second press would do another one. */
  busy: boolean
  keysOn: boolean
  press: () => void
}

/** The main button of the desk. It names the next step and keeps its position, its height and its key. */
export function NextStep({ step, off, busy, keysOn, press }: NextStepProps) {
  const say = useSay()
  const able = step.does !== 'nothing' && !off
  const rests = useRests(nameOf(step), STEADY_MS)
  const { words, hint, number } = told(step, say)
  return (
    <UnstyledButton className="next-step" disabled={!able} aria-disabled={busy || rests || undefined} onClick={press}>
      <span>
        <b>{words}</b>
        <small>
          {off ? (
            say('waitingForConnection')
          ) : (
            <>
              <span className="next-step__hint">{hint}</span>
              {keysOn && able && <Kbd className="keys-only">N</Kbd>}
            </>
          )}
        </small>
      </span>
      <span className="next-step__number num">{number ?? (able ? '' : '–')}</span>
    </UnstyledButton>
  )
}

function told(step: Step, say: ConsoleSay): { words: string; hint: string; number: number | null } {
  const who = (next: StaffTicket) =>
    next.lane === 'priority' ? say('nextPriority', { name: next.name }) : say('nextRegular', { name: next.name })
  switch (step.does) {
    case 'call':
      return { words: say('callNext'), hint: who(step.next), number: step.next.number }
    case 'arrive':
      return { words: sayOfDesk('here'), hint: sayOfDesk('hereHint', { number: step.ticket.number ?? '–' }), number: step.ticket.number }
    case 'serve':
      if (step.next === null) return { words: say('served'), hint: step.ticket.name, number: step.ticket.number }
      return { words: sayOfDesk('servedNext'), hint: who(step.next), number: step.next.number }
    case 'open':
      if (!step.counter.isOpen) {
        return { words: sayOfDesk('openCounter', { counter: step.counter.name }), hint: sayOfDesk('counterIsClosedHint'), number: null }
      }
      return { words: sayOfDesk('goOn'), hint: sayOfDesk('counterPaused', { counter: step.counter.name }), number: null }
    default:
      return { words: say('callNext'), hint: say('nobodyWaiting'), number: null }
  }
}
