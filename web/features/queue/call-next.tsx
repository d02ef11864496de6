import { Kbd, UnstyledButton } from '@mantine/core'
import { useSay } from '../../session/words.ts'
import type { StaffTicket } from './api.ts'

export interface CallNextProps {
  next: StaffTicket | null
  /** True while there is no connection. */
  off: boolean
  /** A call is under way: a second press would call somebody else. */
  busy: boolean
  keysOn: boolean
  press: () => void
}

/** The one action of the desk: calls whoever is next in the serving order. Always in the same place, with the same height. */
export function CallNext({ next, off, busy, keysOn, press }: CallNextProps) {
  const say = useSay()
  const able = next !== null && !off
  return (
    <UnstyledButton className="next" disabled={!able} aria-disabled={busy || undefined} onClick={() => !busy && press()}>
      <span>
        <b>{say('callNext')}</b>
        <small>
          {off ? (
            say('waitingForConnection')
          ) : next === null ? (
            say('nobodyWaiting')
          ) : (
            <>
              {next.lane === 'priority' ? say('nextPriority', { name: next.name }) : say('nextRegular', { name: next.name })}
              {keysOn && <Kbd className="keys-only">N</Kbd>}
            </>
          )}
        </small>
      </span>
      <span className="next__number num">{next?.number ?? '–'}</span>
    </UnstyledButton>
  )
}
