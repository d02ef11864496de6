import type { Tell } from '../journey-context.ts'
import { clockTime, daysAhead, weekday } from '../times.ts'

/** `10:00 tomorrow`: when a shop opens, by the mall's days. */
export function opensWords(opensAt: string, now: number, locale: 'en' | 'hi', say: Tell): string {
  const { time, day } = opensParts(opensAt, now, locale, say)
  return `${time} ${day}`
}

export function opensParts(opensAt: string, now: number, locale: 'en' | 'hi', say: Tell): { time: string; day: string } {
  const days = daysAhead(opensAt, now)
  const day = days <= 0 ? say('today') : days === 1 ? say('tomorrow') : weekday(opensAt, locale)
  return { time: clockTime(opensAt), day }
}
