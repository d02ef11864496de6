import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { canUndo, type LogEntry, type LogKind } from './desk-log.ts'
import type { Desk } from './desk-memory.ts'
import type { DeskActions } from './use-desk-actions.ts'

const spoken = {
  call: 'didCall',
  complete: 'didServe',
  no_show: 'didNoShow',
  miss: 'didMiss',
  undo: 'didUndo',
  pay: 'didPay',
} as const satisfies Record<LogKind, string>

const SHOWN = 6

/** What was done last at this shop, each with its undo for ten minutes. */
export function LastActions(props: { desk: Desk; off: boolean; time: (at: number) => string; actions: DeskActions }) {
  const { desk, off, time, actions } = props
  const say = useSay()
  const now = useMinute()
  const entries = desk.log.entries.slice(0, SHOWN)
  return (
    <section className="history" aria-labelledby="last-actions">
      <h2 className="cap" id="last-actions">
        {say('lastActions')}
      </h2>
      {entries.length === 0 && <p className="muted">{say('noActions')}</p>}
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.ticketId}:${entry.version}`}>
            <time className="num">{time(entry.at)}</time>
            <span>
              {say(spoken[entry.kind])} <b className="num">{entry.number ?? '–'}</b>
            </span>
            {canUndo(desk.log, entry, now) && (
              <Button
                variant="subtle"
                className="history__undo"
                disabled={off || desk.acting.has(entry.ticketId)}
                leftSection={<Icon name="undo" />}
                aria-label={say('undoOf', { number: entry.number ?? '–' })}
                onClick={() => actions.undo({ id: entry.ticketId, number: entry.number })}
              >
                {say('undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The undo of the last own action in one button, for screens without room for the list. */
export function UndoLast({ entry, off, actions }: { entry: LogEntry | undefined; off: boolean; actions: DeskActions }) {
  const say = useSay()
  if (!entry) return null
  return (
    <Button
      variant="subtle"
      className="history__undo history__undo--last"
      disabled={off}
      leftSection={<Icon name="undo" />}
      onClick={() => actions.undo({ id: entry.ticketId, number: entry.number })}
    >
      {say('undoOf', { number: entry.number ?? '–' })}
    </Button>
  )
}

/** Now, fresh every half minute: an undo that is over goes away by itself. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  const ticking = useInterval(() => setNow(Date.now()), 30_000)
  const { start, stop } = ticking
  useEffect(() => {
    start()
    return stop
  }, [start, stop])
  return now
}
