import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DeskState } from '#contract/desk/calls.ts'
import { isNoFaster } from '#contract/queue/waiting.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { sayOfPause } from '#web/words/pause.ts'
import { isPausing } from './desk-steps.ts'
import type { usePauseDialog } from './use-pause-dialog.ts'
import './queue-bar.css'

interface Props {
  state: DeskState | undefined
  paused: DeskState['paused']
  waiting: number
  now: number
  time: (at: number) => string
  off: boolean
  pause: Pick<ReturnType<typeof usePauseDialog>, 'open' | 'resume' | 'busy'>
}

/** Says that no one can join now, and what shoppers see; or that the shop sells a wait as long as that in its billing queue. */
export function QueueBar({ state, paused, waiting, now, time, off, pause }: Props) {
  if (paused?.reason === 'counters_closed') return <Bar icon="pause" title={sayOfDesk('pausedByCounters')} />
  if (paused !== null) {
    const { reason, until } = paused
    return (
      <Bar
        icon="pause"
        title={until === null ? sayOfDesk('pausedOpenEnd') : sayOfDesk('pausedUntil', { time: time(Date.parse(until)) })}
        more={sayOfDesk('shoppersSee', { text: sayOfPause(reason) })}
      >
        <Button disabled={off} loading={pause.busy} onClick={pause.resume}>
          {sayOfDesk('resume')}
        </Button>
      </Bar>
    )
  }
  if (state === undefined || state.usualWaitMinutes === null) return null
  const open = state.counters.filter((counter) => counter.isOpen && !isPausing(counter, now))
  const pace = { minutesPerTicket: state.minutesPerTicket, openCounters: open.length }
  if (!isNoFaster(waiting, pace, state.usualWaitMinutes)) return null
  return (
    <Bar icon="clock" title={sayOfDesk('waitTooLong', { usual: state.usualWaitMinutes })} more={sayOfDesk('openOrStop')}>
      <Button disabled={off} aria-haspopup="dialog" onClick={pause.open}>
        {sayOfDesk('stopTokens')}
      </Button>
    </Bar>
  )
}

function Bar({ icon, title, more, children }: { icon: 'pause' | 'clock'; title: string; more?: string; children?: ReactNode }) {
  return (
    <div className="note queue-bar">
      <Icon name={icon} />
      <span role="status">
        <b>{title}</b> {more}
      </span>
      {children}
    </div>
  )
}
