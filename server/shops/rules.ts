import { DAY, MINUTE, serviceDayOf } from '../../contract/time.ts'
import { keptFormat } from '../../contract/zoned.ts'

/** Opening hours per weekday (index 0 = Sunday), each a list of `["10:00","22:00"]`; null is open at any hour. */
export type OpeningHours = [string, string][][] | null

/** A day (`YYYY-MM-DD`, the mall's calendar) with hours of its own; no spans is closed. */
export interface DayException {
  day: string
  spans: [string, string][]
}

export interface OpenState {
  isOpen: boolean
  /** When it opens next, within a week beyond the exceptions; null while it is open or where it never does. */
  opensAt: Date | null
}

/** What a shop without hours is on a day that is no exception. */
const allDay: [string, string][] = [['00:00', '24:00']]

/**
 * Whether a shop is open at `now` in its mall's time zone, and when it opens next. An exception stands for its whole day in place of the
 * weekday's hours. Hours that cross midnight belong to the day they began on and end the next day, whatever that day is.
 */
export function openState(hours: OpeningHours, now: Date, timeZone: string, exceptions: readonly DayException[] = []): OpenState {
  if (hours === null && exceptions.length === 0) return { isOpen: true, opensAt: null }
  const today = Date.parse(`${serviceDayOf(now, timeZone)}T00:00:00Z`)
  const special = new Map(exceptions.map(({ day, spans }) => [day, spans]))
  const starts: Date[] = []
  // Days are counted on the calendar: where clocks are changed, a local day has 23 or 25 hours. Each exception may close one day more.
  for (let ahead = -1; ahead <= 7 + exceptions.length; ahead += 1) {
    const day = new Date(today + ahead * DAY)
    for (const [from, to] of special.get(day.toISOString().slice(0, 10)) ?? (hours === null ? allDay : (hours[day.getUTCDay()] ?? []))) {
      const overnight = minutesOf(to) <= minutesOf(from)
      const start = instantOf(day.getTime() + minutesOf(from) * MINUTE, timeZone)
      const end = instantOf(day.getTime() + minutesOf(to) * MINUTE + (overnight ? DAY : 0), timeZone)
      if (start <= now && now < end) return { isOpen: true, opensAt: null }
      if (start > now) starts.push(start)
    }
    // Later days begin later; the day after may still begin before this one's late hours.
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

/** A shop's name as it is compared: two that look alike but for their case are one. */
export const foldName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The instant at which a zone's clocks show this wall time, given as if it were UTC (epoch ms). */
function instantOf(wall: number, timeZone: string): Date {
  // The first guess may lie on the other side of a change of the clocks; the second knows better.
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
