import { DEFAULT_TIME_ZONE } from './time.ts'

const kept = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs a hundred times as much as using it. Throws a RangeError for an unknown time zone. */
export function keptFormat(language: string, timeZone: string | undefined, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, how])
  const known = kept.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, { timeZone, ...how })
  kept.set(key, made)
  return made
}

/** Without a time zone, it uses this device's own. If this browser is too old to know the zone, India's time is shown. */
export function zoned(at: number | string, language: string, timeZone: string | undefined, how: Intl.DateTimeFormatOptions): string {
  const date = new Date(at)
  try {
    return keptFormat(language, timeZone, how).format(date)
  } catch {
    return keptFormat(language, DEFAULT_TIME_ZONE, how).format(date)
  }
}

/** `6:02 pm`, the same in every language. We add am and pm here, because browsers and the server would write them differently. */
export function timeOfDay(at: number | string, timeZone: string | undefined): string {
  const [hour = '', minute] = zoned(at, 'en-GB', timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).split(':')
  // A no-break space keeps am or pm on the line of its hour.
  return `${Number(hour) % 12 || 12}:${minute}\u00a0${halfOf(Number(hour))}`
}

/** `6 pm`, of an hour from 0 to 23. */
export const hourOfDay = (hour: number): string => `${hour % 12 || 12}\u00a0${halfOf(hour)}`

const halfOf = (hour: number): string => (hour < 12 ? 'am' : 'pm')
