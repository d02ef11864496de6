import { Button } from '@mantine/core'
import type { Locale } from '#contract/base/locale.ts'
import type { Paused } from '#contract/queue/queue.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { sayOfPause } from '#web/words/pause.ts'
import './paused-bar.css'

/** Says that no one can join now. For a pause by staff, it also says what shoppers see and has a button that ends the pause. */
export function PausedBar({
  paused,
  locale,
  time,
  off,
  busy,
  resume,
}: {
  paused: Paused
  locale: Locale
  time: (at: number) => string
  off: boolean
  busy: boolean
  resume: () => void
}) {
  const { reason, until } = paused
  if (reason === 'counters_closed') {
    return (
      <div className="note paused-bar" role="status">
        <Icon name="pause" />
        <span>{sayOfDesk('pausedByCounters')}</span>
      </div>
    )
  }
  return (
    <div className="note paused-bar">
      <Icon name="pause" />
      <span role="status">
        <b>{until === null ? sayOfDesk('pausedOpenEnd') : sayOfDesk('pausedUntil', { time: time(Date.parse(until)) })}</b>{' '}
        {sayOfDesk('shoppersSee', { text: sayOfPause[locale](reason) })}
      </span>
      <Button disabled={off} loading={busy} onClick={resume}>
        {sayOfDesk('resume')}
      </Button>
    </div>
  )
}
