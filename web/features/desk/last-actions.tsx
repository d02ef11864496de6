import { Button, Kbd } from '@mantine/core'
import { useId } from 'react'
import { each, useNow } from '#web/live/use-now.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { say } from '#web/words/words.ts'
import type { DeskActions } from './desk-actions.ts'
import { canUndo, type LogEntry, type LogKind, linesOf } from './desk-log.ts'
import type { Desk } from './desk-state.ts'
import './last-actions.css'

const spoken: Readonly<Record<LogKind, (entry: LogEntry) => string>> = {
  call: ({ outOfTurn }) => (outOfTurn ? sayOfDesk('didCallOutOfTurn') : say('didCall')),
  arrive: () => sayOfDesk('didArrive'),
  recall: () => sayOfDesk('didRecall'),
  extend: () => sayOfDesk('didExtend'),
  complete: () => say('didServe'),
  no_show: () => say('didNoShow'),
  miss: () => say('didMiss'),
  undo: () => say('didUndo'),
  pay: () => say('didPay'),
}

const SHOWN = 6

export interface LastActionsProps {
  desk: Desk
  off: boolean
  time: (at: number) => string
  actions: DeskActions
  /** The dialog around it has the same title. */
  isTitled?: boolean
}

/** The last actions at this shop. Each can be undone for ten minutes. */
export function LastActions({ desk, off, time, actions, isTitled = false }: LastActionsProps) {
  const titleId = useId()
  // An expired undo disappears on its own.
  const now = useNow(Date.now, each(30_000))
  const lines = linesOf(desk.log).slice(0, SHOWN)
  return (
    <section className="last-actions" aria-labelledby={titleId}>
      <h2 className={isTitled ? 'hidden' : 'cap'} id={titleId}>
        {say('lastActions')}
      </h2>
      {lines.length === 0 && <p className="muted">{say('noActions')}</p>}
      <ul>
        {lines.map(({ entry, isUndone }) => {
          const Words = isUndone ? 's' : 'span'
          return (
            <li key={`${entry.ticketId}:${entry.version}`}>
              <time className="num">{time(entry.at)}</time>
              <span>
                <Words>
                  {spoken[entry.kind](entry)} <b className="num">{entry.number ?? '–'}</b>
                </Words>
                {isUndone && ` ${say('didUndo')}`}
              </span>
              {!isUndone && canUndo(desk.log, entry, now) && (
                <Button
                  variant="subtle"
                  className="last-actions__undo"
                  disabled={off || desk.acting.has(entry.ticketId)}
                  leftSection={<Icon name="undo" />}
                  aria-label={say('undoOf', { number: entry.number ?? '–' })}
                  onClick={() => actions.undo({ id: entry.ticketId, number: entry.number })}
                >
                  {say('undo')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A button that undoes the last action of this tab. */
export function UndoLast({
  entry,
  off,
  keysOn,
  actions,
}: {
  entry: LogEntry | undefined
  off: boolean
  keysOn: boolean
  actions: DeskActions
}) {
  if (!entry) return null
  return (
    <Button
      variant="subtle"
      className="last-actions__undo"
      disabled={off}
      leftSection={<Icon name="undo" />}
      rightSection={keysOn && <Kbd className="keys-only">U</Kbd>}
      onClick={() => actions.undo({ id: entry.ticketId, number: entry.number })}
    >
      {say('undoOf', { number: entry.number ?? '–' })}
    </Button>
  )
}
