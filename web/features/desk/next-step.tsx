import { Kbd, UnstyledButton } from '@mantine/core'
import type { StaffTicket } from '#web/data/queue.ts'
import { sayOfDesk } from '#web/words/desk.ts'
import { say } from '#web/words/words.ts'
import type { Step } from './desk-steps.ts'
import './next-step.css'

export interface NextStepProps {
  step: Step
  /** True while there is no connection. */
  off: boolean
  /** True while presses are ignored: an action is in flight, or the label has just changed. */
  busy: boolean
  keysOn: boolean
  press: () => void
}

/** The main button of the desk. It names the next step and its key, and keeps its position and its height. */
export function NextStep({ step, off, busy, keysOn, press }: NextStepProps) {
  const able = step.does !== 'nothing' && !off
  const { words, hint, number } = told(step)
  return (
    <UnstyledButton className="next-step" disabled={!able} aria-disabled={busy || undefined} onClick={press}>
      <span>
        <b>{words}</b>
        <small>
          {off ? (
            say('waitingForConnection')
          ) : (
            <>
              <span className="next-step__hint">{hint}</span>
              {keysOn && able && <Kbd className="keys-only">{step.does === 'arrive' ? 'A' : 'N'}</Kbd>}
            </>
          )}
        </small>
      </span>
      <span className="next-step__number num">{number ?? (able ? '' : '–')}</span>
    </UnstyledButton>
  )
}

function told(step: Step): { words: string; hint: string; number: number | null } {
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
