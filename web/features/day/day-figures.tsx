import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { rupees } from '#contract/base/money.ts'
import type { Figures, Insights } from '#web/data/day.ts'
import { sayOfDay, weekdayAndDay } from '#web/words/day.ts'

const minutes = (count: number): string => sayOfDay('minutes', { count: Math.round(count) })

export const waitWord = (wait: number | null): string => (wait === null ? '–' : minutes(wait))

/** More of it is good, bad, or neither. */
const facts = [
  { part: 'earnedPaise', word: 'earned', more: 'good', write: rupees },
  { part: 'tokens', word: 'tokens', more: 'good', write: String },
  { part: 'served', word: 'served', more: 'good', write: String },
  { part: 'medianWait', word: 'medianWait', more: 'bad', write: minutes },
  { part: 'missed', word: 'missed', more: 'bad', write: String },
  { part: 'left', word: 'left', more: 'bad', write: String },
  { part: 'refundedPaise', word: 'refunded', more: 'bad', write: rupees },
  { part: 'open', word: 'open', more: undefined, write: String },
] as const
type Fact = (typeof facts)[number]

export const hasAny = ({ tokens, earnedPaise, refundedPaise }: Figures): boolean => tokens > 0 || earnedPaise !== 0 || refundedPaise > 0

export const isToCome = ({ day, today }: Insights): boolean => day > today

/** A whole day is not compared with the bookings of one that is to come. */
export const isCompared = (found: Insights): boolean => !isToCome(found) && hasAny(found.total.before)

/** An owner wants to know this first. `toDayBefore` is the address of the day to which this one is compared. */
export function DayFigures({ found, toDayBefore }: { found: Insights; toDayBefore: { search: string } }) {
  const { total, beforeUntil } = found
  const compared = isCompared(found)
  const day = weekdayAndDay(found.dayBefore)
  return (
    <section className="panel day-figures" aria-labelledby="how-it-went">
      <div className="day-head">
        <h2 id="how-it-went">{sayOfDay(isToCome(found) ? 'ahead' : 'summary')}</h2>
        {!isToCome(found) && (
          <p className="muted num">
            <Anchor component={Link} to={toDayBefore}>
              {sayOfDay(beforeUntil === null ? (compared ? 'beside' : 'noneBefore') : compared ? 'besideByNow' : 'noneByNow', { day })}
            </Anchor>
          </p>
        )}
      </div>
      <dl>
        {facts.map((fact) => (
          <div key={fact.part}>
            <dt>{sayOfDay(fact.word)}</dt>
            <dd className="num">
              <b>{written(fact, total.day)}</b>
              {compared && <Change fact={fact} now={total.day[fact.part]} before={total.before[fact.part]} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function written({ part, write }: Fact, figures: Figures): string {
  const value = figures[part]
  return value === null ? '–' : write(value)
}

function Change({ fact: { part, more, write }, now, before }: { fact: Fact; now: number | null; before: number | null }) {
  if (before === null) return null
  const change = now === null ? 0 : part === 'medianWait' ? Math.round(now) - Math.round(before) : now - before
  const way = change === 0 || more === undefined ? undefined : change > 0 === (more === 'good') ? 'good' : 'bad'
  return (
    <small>
      <span className="hidden">{sayOfDay('weekBefore')} </span>
      {write(before)}
      {change !== 0 && (
        <span className="day-change" data-way={way}>
          {' '}
          {change > 0 ? '+' : '−'}
          {write(Math.abs(change))}
        </span>
      )}
    </small>
  )
}
