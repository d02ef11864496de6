import { DAY, localDateOf, MINUTE } from '#contract/base/time.ts'
import { keptFormat } from '#contract/base/zoned.ts'

/** Opening hours per weekday (index 0 = Sunday), each a list of `["10:00","22:00"]`; null is open at any hour. */
export type OpeningHours = [string, string][][] | null

/** A day (`YYYY-MM-DD`, the mall's calendar) with special hours; without spans the shop is closed. */
export interface DayException {
  day: string
  spans: [string, string][]
}

export interface OpenState {
  isOpen: boolean
  /** When it opens next, within a week beyond the exceptions; null while it is open or if it never opens. */
  opensAt: Date | null
}

/** The hours of a shop without hours on a day without an exception: the whole service day. */
function allDay(dayStartHour: number): [string, string][] {
  const start = `${String(dayStartHour).padStart(2, '0')}:00`
  return dayStartHour === 0 ? [[start, '24:00']] : [[start, start]]
}

/**
 * Returns whether a shop is open at `now` in its mall's time zone, and when it opens next. An exception replaces the weekday's hours for
 * its whole day. Hours that cross midnight belong to the day on which they began. They end on the next day, even if that day is closed.
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
  const special = new Map(exceptions.map(({ day, spans }) => [day, spans]))
  const starts: Date[] = []
  // Days are counted on the calendar: when clocks change, a local day has 23 or 25 hours. Each exception may close one more day.
  for (let ahead = -1; ahead <= 7 + exceptions.length; ahead += 1) {
    const day = new Date(today + ahead * DAY)
    for (const [from, to] of special.get(day.toISOString().slice(0, 10)) ??
      (hours === null ? allDay(dayStartHour) : (hours[day.getUTCDay()] ?? []))) {
      const overnight = minutesOf(to) <= minutesOf(from)
      const start = instantOf(day.getTime() + minutesOf(from) * MINUTE, timeZone)
      const end = instantOf(day.getTime() + minutesOf(to) * MINUTE + (overnight ? DAY : 0), timeZone)
      if (start <= now && now < end) return { isOpen: true, opensAt: null }
      if (start > now) starts.push(start)
    }
    // Later days begin later. But the next day may begin before the late hours of this day, so `ahead` must be above 0.
    if (starts.length > 0 && ahead > 0) break
  }
  starts.sort((a, b) => a.getTime() - b.getTime())
  return { isOpen: false, opensAt: starts[0] ?? null }
}

/** True for the name of a time zone that this machine knows, such as `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns a shop's name for comparing: names that differ only in case or composition are the same. */
export const foldName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns the instant at which a zone's clocks show a wall time, which is given as if it were UTC (epoch ms). */
export function instantOf(wall: number, timeZone: string): Date {
  // The first guess may be on the other side of a clock change; the second guess corrects that.
  const guess = wall - offsetAt(wall, timeZone)
  return new Date(wall - offsetAt(guess, timeZone))
}

/** How far a zone's clocks are ahead of UTC at an instant (whole minutes), in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = wallClock(timeZone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - instant
}

const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
const wallClock = (timeZone: string): Intl.DateTimeFormat => keptFormat('en-CA', timeZone, { hourCycle: 'h23', ...numeric })
