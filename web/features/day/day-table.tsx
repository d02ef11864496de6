import { Box } from '@mantine/core'
import { rupees } from '#contract/base/money.ts'
import type { Figures } from '#web/data/day.ts'
import { sayOfDay } from '#web/words/day.ts'
import { waitWord } from './day-figures.tsx'
import '#web/ui/ledger.css'

const columns: readonly { word: 'tokens' | 'wait' | 'missed' | 'earned' | 'refunded'; write: (of: Figures) => string }[] = [
  { word: 'tokens', write: ({ tokens }) => String(tokens) },
  { word: 'wait', write: ({ medianWait }) => waitWord(medianWait) },
  { word: 'missed', write: ({ missed }) => String(missed) },
  { word: 'earned', write: ({ earnedPaise }) => rupees(earnedPaise) },
  { word: 'refunded', write: ({ refundedPaise }) => rupees(refundedPaise) },
]

interface Row {
  key: string
  name: string
  /** Null if it is to come and has no bookings. */
  day: Figures | null
  before: Figures
}

interface Props {
  id: string
  title: string
  /** What the grey figures are; undefined if there are none. */
  note: string | undefined
  head: string
  rows: readonly Row[]
}

/** Figures by hour or by shop, with those of the same weekday before below them. */
export function DayTable({ id, title, note, head, rows }: Props) {
  return (
    <div className="panel day-table">
      <div className="day-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className="muted num">{note}</p>}
      </div>
      {/* On a phone it can scroll sideways, with the keyboard as well. */}
      <Box className="ledger-scroll" role="region" aria-labelledby={id} tabIndex={0}>
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map(({ word }) => (
                <th key={word} scope="col">
                  {sayOfDay(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, day, before }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {columns.map(({ word, write }) => (
                  <td key={word} className="num">
                    {day ? write(day) : '–'}
                    {note !== undefined && (
                      <small>
                        <span className="hidden"> {sayOfDay('weekBefore')} </span>
                        {write(before)}
                      </small>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </div>
  )
}
