import { DEFAULT_TIME_ZONE } from '../../contract/time.ts'

const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone: DEFAULT_TIME_ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: DEFAULT_TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

/** `18:04` in the mall's time zone, the same in every browser and on the server. */
export const clockTime = (at: number | string): string => clockFormat.format(new Date(at))

/** 0 for today, 1 for tomorrow, as the mall counts days. */
export function daysAhead(at: string, now: number): number {
  const day = (ms: number) => Date.parse(dayFormat.format(new Date(ms)))
  return Math.round((day(Date.parse(at)) - day(now)) / 86_400_000)
}

/** The weekday in the reader's language, for an opening further away than tomorrow. */
export const weekday = (at: string, locale: 'en' | 'hi'): string =>
  new Intl.DateTimeFormat(locale === 'hi' ? 'hi-IN' : 'en-IN', { timeZone: DEFAULT_TIME_ZONE, weekday: 'long' }).format(new Date(at))

/** `2:14` of whole seconds. */
export const minutesAndSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
