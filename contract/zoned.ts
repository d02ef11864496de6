import { DEFAULT_TIME_ZONE } from './time.ts'

const kept = new Map<string, Intl.DateTimeFormat>()

/** The format, kept: making one costs a hundred times what using it does. Throws a RangeError for a zone that is not known here. */
export function keptFormat(language: string, timeZone: string | undefined, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, how])
  const known = kept.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, { timeZone, ...how })
  kept.set(key, made)
  return made
}

/**
 * Tells an instant by the clocks of a time zone; by this device's own where there is none. A zone that this browser is too old to know is
 * told as India's.
 */
export function zoned(at: number | string, language: string, timeZone: string | undefined, how: Intl.DateTimeFormatOptions): string {
  const date = new Date(at)
  try {
    return keptFormat(language, timeZone, how).format(date)
  } catch {
    return keptFormat(language, DEFAULT_TIME_ZONE, how).format(date)
  }
}

/** `18:02` by the clocks of a zone, in Latin digits. */
export const timeOfDay = (at: number | string, timeZone: string | undefined): string =>
  zoned(at, 'en-GB', timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
