import { DAY, HOUR, localDateOf, MINUTE, offsetAt } from '#contract/base/time.ts'

/** Per weekday (index 0 = Sunday), each a list of `["10:00","22:00"]`; null is open at any hour. */
export type OpeningHours = [string, string][][] | null

/** A day (`YYYY-MM-DD`, the mall's calendar) with special hours; without spans the shop is closed. */
export interface DayException {
  day: string
  spans: [string, string][]
}

export interface OpenState {
  isOpen: boolean
  /** Within a week beyond the exceptions; null while it is open or if it never opens. */
  opensAt: Date | null
}

/** For a shop without hours: the whole service day. */
function allDay(dayStartHour: number): [string, string][] {
  const start = `${String(dayStartHour).padStart(2, '0')}:00`
  return dayStartHour === 0 ? [[start, '24:00']] : [[start, start]]
}

/**
 * The mall's time zone decides. An exception replaces the weekday's hours for its whole day. Hours that cross midnight belong to the day on
 * which they began. They end on the next day, even if that day is closed.
 */
export function openState(
  hours: OpeningHours,
  now: Date,
  timeZone: string,
  exceptions: readonly DayException[] = [],
  dayStartHour = 0,
): OpenState {
  if (hours === null && exceptions.length === 0) return { isOpen: true, opensAt: null }
  const today = Date.parse(`${localDateOf(now, timeZone)}T00:00:00Z`)
  const starts: Date[] = []
  // Days are counted on the calendar: when clocks change, a local day has 23 or 25 hours. Each exception may close one more day.
  for (let ahead = -1; ahead <= 7 + exceptions.length; ahead += 1) {
    const day = new Date(today + ahead * DAY).toISOString().slice(0, 10)
    for (const { start, end } of spansOn(day, { hours, exceptions, timeZone, dayStartHour })) {
      if (start <= now && now < end) return { isOpen: true, opensAt: null }
      if (start > now) starts.push(start)
    }
    // Later days begin later. But the next day may begin before the late hours of this day, so `ahead` must be above 0.
    if (starts.length > 0 && ahead > 0) break
  }
  starts.sort((a, b) => a.getTime() - b.getTime())
  return { isOpen: false, opensAt: starts[0] ?? null }
}

export interface Hours {
  hours: OpeningHours
  exceptions: readonly DayException[]
  timeZone: string
  dayStartHour: number
}

/** The spans that begin on a day of the calendar. An exception replaces the weekday's hours. */
export function spansOn(day: string, { hours, exceptions, timeZone, dayStartHour }: Hours): { start: Date; end: Date }[] {
  const midnight = new Date(`${day}T00:00:00Z`)
  const special = exceptions.find((exception) => exception.day === day)?.spans
  const spans = special ?? (hours === null ? allDay(dayStartHour) : (hours[midnight.getUTCDay()] ?? []))
  return spans.map(([from, to]) => {
    const overnight = minutesOf(to) <= minutesOf(from)
    return {
      start: instantOf(midnight.getTime() + minutesOf(from) * MINUTE, timeZone),
      end: instantOf(midnight.getTime() + minutesOf(to) * MINUTE + (overnight ? DAY : 0), timeZone),
    }
  })
}

/** True for a zone that this machine knows, such as `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  try {
    // PostgreSQL reads an offset such as `+05:30` as one to the west.
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** For comparing: names that differ only in case or composition are the same. */
export const foldName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** When a date (`2026-11-22`), or one some days later, begins on the clocks of a time zone. */
export const midnightOf = (date: string, timeZone: string, daysLater = 0): Date => dayBegins(date, { timeZone, dayStartHour: 0 }, daysLater)

/** When a service day begins, or the one some days later. */
export const dayBegins = (day: string, { timeZone, dayStartHour }: { timeZone: string; dayStartHour: number }, daysLater = 0): Date =>
  instantOf(Date.parse(`${day}T00:00:00Z`) + daysLater * DAY + dayStartHour * HOUR, timeZone)

/** When the clocks of a time zone showed the same time some days before. */
export const sameTimeBefore = (now: Date, timeZone: string, days: number): Date =>
  instantOf(now.getTime() + offsetAt(now.getTime(), timeZone) - days * DAY, timeZone)

/**
 * The instant at which a zone's clocks show a wall time, given as if it were UTC (epoch ms). If they never show it, because they go forward
 * at that time, they show a later one.
 */
function instantOf(wall: number, timeZone: string): Date {
  // The first guess may be on the other side of a clock change; the second one corrects that.
  const guess = wall - offsetAt(wall, timeZone)
  const instant = wall - offsetAt(guess, timeZone)
  return new Date(instant + offsetAt(instant, timeZone) === wall ? instant : Math.max(guess, instant))
}
