import { Button, Kbd } from '@mantine/core'
import type { StaffTicket } from '#web/data/queue.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { say } from '#web/words/words.ts'
import type { DeskActions } from './desk-actions.ts'
import { useRests } from './use-rests.ts'
import './customer-acts.css'

export interface CustomerActsProps {
  shown: StaffTicket
  /** The countdown is over, and the customer is not missed yet. */
  timeUp: boolean
  /** The blue button is *Here*, so these need not offer it too. */
  blueIsHere: boolean
  acting: boolean
  off: boolean
  keysOn: boolean
  actions: DeskActions
}

/** The actions of staff for the customer. After the countdown, *2 more minutes* replaces *Served*. */
export function CustomerActs({ shown, timeUp, blueIsHere, acting, off, keysOn, actions }: CustomerActsProps) {
  const acts = `${shown.id}:${shown.state}:${timeUp}`
  const rests = useRests(acts, true) || acting
  const key = (letter: string) => keysOn && <Kbd className="keys-only">{letter}</Kbd>
  const state = { size: 'md', disabled: off, 'data-disabled': acting, 'aria-disabled': rests || undefined } as const
  const servedButton = (
    <Button {...state} leftSection={<Icon name="check" />} rightSection={key('S')} onClick={() => actions.act(shown, 'complete')}>
      {say('served')}
    </Button>
  )
  return (
    <div className="customer-acts" onClickCapture={(event) => rests && event.stopPropagation()}>
      {shown.state === 'serving' ? (
        servedButton
      ) : (
        <>
          {!blueIsHere && (
            <Button {...state} variant="outline" rightSection={key('A')} onClick={() => actions.act(shown, 'arrive')}>
              {sayOfDesk('here')}
            </Button>
          )}
          {timeUp ? (
            <Button {...state} onClick={() => actions.act(shown, 'extend')}>
              {sayOfDesk('moreTime', { count: 2 })}
            </Button>
          ) : (
            servedButton
          )}
          <Button
            {...state}
            disabled={off || shown.recallsLeft === 0}
            title={sayOfDesk('ringAgainLabel', { count: shown.recallsLeft })}
            rightSection={key('R')}
            onClick={() => actions.act(shown, 'recall')}
          >
            {sayOfDesk('ringAgain')}
          </Button>
          <Button {...state} className="customer-acts__no-show" rightSection={key('X')} onClick={() => actions.act(shown, 'no_show')}>
            {say('noShow')}
          </Button>
        </>
      )}
    </div>
  )
}
