/** Instants are `Date`s in our code and ISO 8601 on the wire; countdown starts are epoch milliseconds. */

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** All time zone offsets in use are multiples of 15 minutes, and clocks change only at the start of a quarter of an hour. */
const QUARTER = 15 * MINUTE

interface Clocks {
  format: Intl.DateTimeFormat
  /** By quarter of an hour, in ms. Reading one costs a hundred times as much as finding it here. */
  offsets: Map<number, number>
}
const clocksOf = new Map<string, Clocks>()
/** For each zone: enough for the hours of many shops on all days of a calendar. */
const MOST_OFFSETS = 10_000

/** How far a zone's clocks are ahead of UTC at an instant (epoch ms), in ms. Throws a RangeError for an unknown time zone. */
export function offsetAt(instant: number, timeZone: string): number {
  const { format, offsets } = clocksOf.get(timeZone) ?? newClocks(timeZone)
  const quarter = Math.floor(instant / QUARTER)
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const begins = quarter * QUARTER
  const parts = format.formatToParts(begins)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const offset = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - begins
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(quarter, offset)
  return offset
}

function newClocks(timeZone: string): Clocks {
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const clocks = {
    format: new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', ...numeric }),
    offsets: new Map<number, number>(),
  }
  clocksOf.set(timeZone, clocks)
  return clocks
}

/** What the clocks of the zone show, read as if it were UTC. */
const wallTime = (now: Date, timeZone: string): Date => new Date(now.getTime() + offsetAt(now.getTime(), timeZone))

const dateOf = (wall: Date): string => wall.toISOString().slice(0, 10)

/** `YYYY-MM-DD`. */
export const localDateOf = (now: Date, timeZone: string): string => dateOf(wallTime(now, timeZone))

/** From 0 to 23. */
export const localHourOf = (now: Date, timeZone: string): number => wallTime(now, timeZone).getUTCHours()

/** Dates are `YYYY-MM-DD`; a negative number goes back. */
export const daysAfter = (date: string, days: number): string => dateOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY))

/**
 * `YYYY-MM-DD`: the local date in the mall's time zone, or the date before until the mall's day start. It never runs backwards: clocks that
 * go back never go back across a full hour that they have already passed.
 */
export function serviceDayOf(now: Date, timeZone: string, dayStartHour: number): string {
  const wall = wallTime(now, timeZone)
  return dateOf(wall.getUTCHours() >= dayStartHour ? wall : new Date(wall.getTime() - DAY))
}

/** April to March, such as `2627` for 2026-04-01 … 2027-03-31. */
export function financialYearOf(date: string): string {
  const year = Number(date.slice(0, 4))
  const start = Number(date.slice(5, 7)) >= 4 ? year : year - 1
  const short = (n: number) => String(n % 100).padStart(2, '0')
  return short(start) + short(start + 1)
}

/** The list must not be empty. */
export const latest = (instants: readonly Date[]): Date => new Date(Math.max(...instants.map((instant) => instant.getTime())))

/** Whole seconds, never below zero. `startTime` and `now` are in epoch ms, `duration` is in seconds. */
export function secondsLeft(countdown: { startTime: number; duration: number }, now: number): number {
  return Math.max(0, Math.ceil((countdown.startTime + countdown.duration * SECOND - now) / SECOND))
}
