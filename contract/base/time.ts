/** Instants are `Date`s in our code and ISO 8601 on the wire; countdown starts are epoch milliseconds. */

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** Days begin on a quarter of an hour in UTC everywhere, because all time zone offsets in use are multiples of 15 minutes. */
const QUARTER = 15 * MINUTE

interface DayFormat {
  format: Intl.DateTimeFormat
  /** The last quarter of an hour is kept: in a rush, all requests ask for the same one. */
  quarter: number
  date: string
  hour: number
}
const dayFormats = new Map<string, DayFormat>()

function localHour(now: Date, timeZone: string): Pick<DayFormat, 'date' | 'hour'> {
  let known = dayFormats.get(timeZone)
  if (!known) {
    const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', ...numeric })
    known = { format, quarter: Number.NaN, date: '', hour: 0 }
    dayFormats.set(timeZone, known)
  }
  const quarter = Math.floor(now.getTime() / QUARTER)
  if (known.quarter !== quarter) {
    const parts = known.format.formatToParts(now)
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
    known.date = `${part('year')}-${part('month')}-${part('day')}`
    known.hour = Number(part('hour'))
    known.quarter = quarter
  }
  return known
}

/** `YYYY-MM-DD`. */
export const localDateOf = (now: Date, timeZone: string): string => localHour(now, timeZone).date

/** Dates are `YYYY-MM-DD`; a negative number goes back. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/**
 * `YYYY-MM-DD`: the local date in the mall's time zone, or the date before until the mall's day start. It never runs backwards: clocks that
 * go back never go back across a full hour that they have already passed.
 */
export function serviceDayOf(now: Date, timeZone: string, dayStartHour: number): string {
  const { date, hour } = localHour(now, timeZone)
  return hour >= dayStartHour ? date : daysAfter(date, -1)
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
