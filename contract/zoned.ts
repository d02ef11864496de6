import { DEFAULT_TIME_ZONE } from './time.ts'

const kept = new Map<string, Intl.DateTimeFormat>()

/**
 * Tells an instant by the clocks of a time zone; by this device's own where there is none. A format is kept: making one costs a hundred
 * times what using it does. A zone that this browser is too old to know is told as India's.
 */
export function zoned(at: number | string, language: string, timeZone: string | undefined, how: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([language, timeZone, how])
  let format = kept.get(key)
  if (!format) {
    const by = (zone: string | undefined) => new Intl.DateTimeFormat(language, { timeZone: zone, ...how })
    try {
      format = by(timeZone)
    } catch {
      format = by(DEFAULT_TIME_ZONE)
    }
    kept.set(key, format)
  }
  return format.format(new Date(at))
}

/** `18:02` by the clocks of a zone, in Latin digits. */
export const timeOfDay = (at: number | string, timeZone: string | undefined): string =>
  zoned(at, 'en-GB', timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
