/** Times and days. Instants are `Date`s in our words and ISO 8601 on the wire; countdown starts are epoch milliseconds. */

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** Days begin on a quarter of an hour everywhere: the offsets of all time zones in use are multiples of it. */
const QUARTER = 15 * MINUTE

interface DayFormat {
  format: Intl.DateTimeFormat
  /** The quarter of an hour that was asked for last, and its day: in a rush everybody asks for the same one. */
  quarter: number
  day: string
}
const dayFormats = new Map<string, DayFormat>()

/** The service day of an instant: the local date in the mall's time zone, `YYYY-MM-DD`. */
export function serviceDayOf(now: Date, timeZone: string): string {
  let known = dayFormats.get(timeZone)
  if (!known) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    known = { format, quarter: Number.NaN, day: '' }
    dayFormats.set(timeZone, known)
  }
  const quarter = Math.floor(now.getTime() / QUARTER)
  if (known.quarter !== quarter) {
    known.day = known.format.format(now)
    known.quarter = quarter
  }
  return known.day
}

/** The Indian financial year of a service day (April to March), as `2627` for 2026-04-01 … 2027-03-31. */
export function financialYearOf(serviceDay: string): string {
  const year = Number(serviceDay.slice(0, 4))
  const start = Number(serviceDay.slice(5, 7)) >= 4 ? year : year - 1
  const short = (n: number) => String(n % 100).padStart(2, '0')
  return short(start) + short(start + 1)
}

/** The latest of these instants; there has to be one. */
export const latest = (instants: readonly Date[]): Date => new Date(Math.max(...instants.map((instant) => instant.getTime())))

/** Whole seconds left of a countdown at `now`, never below zero. `startTime` and `now` in epoch ms, `duration` in seconds. */
export function secondsLeft(countdown: { startTime: number; duration: number }, now: number): number {
  return Math.max(0, Math.ceil((countdown.startTime + countdown.duration * SECOND - now) / SECOND))
}
