import { DAY, MINUTE, serviceDayOf } from '../../contract/time.ts'

/** Opening hours per weekday (index 0 = Sunday), each a list of `["10:00","22:00"]`; null is open at any hour. */
export type OpeningHours = (readonly [string, string])[][] | null

export interface OpenState {
  isOpen: boolean
  /** When it opens next, within a week; null while it is open or where it never does. */
  opensAt: Date | null
}

/** Whether a shop is open at `now` in its mall's time zone, and when it opens next. Hours that cross midnight end the next day. */
export function openState(hours: OpeningHours, now: Date, timeZone: string): OpenState {
  if (hours === null) return { isOpen: true, opensAt: null }
  const today = Date.parse(`${serviceDayOf(now, timeZone)}T00:00:00Z`)
  const starts: Date[] = []
  // Days are counted on the calendar: where clocks are changed, a local day has 23 or 25 hours.
  for (let ahead = -1; ahead <= 7; ahead += 1) {
    const day = today + ahead * DAY
    for (const [from, to] of hours[new Date(day).getUTCDay()] ?? []) {
      const overnight = minutesOf(to) <= minutesOf(from)
      const start = instantOf(day + minutesOf(from) * MINUTE, timeZone)
      const end = instantOf(day + minutesOf(to) * MINUTE + (overnight ? DAY : 0), timeZone)
      if (start <= now && now < end) return { isOpen: true, opensAt: null }
      if (start > now) starts.push(start)
    }
  }
  starts.sort((a, b) => a.getTime() - b.getTime())
  return { isOpen: false, opensAt: starts[0] ?? null }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The instant at which a zone's clocks show this wall time, given as if it were UTC (epoch ms). */
function instantOf(wall: number, timeZone: string): Date {
  // The first guess may lie on the other side of a change of the clocks; the second knows better.
  const guess = wall - offsetAt(wall, timeZone)
  return new Date(wall - offsetAt(guess, timeZone))
}

/** Making a format costs more than using it, and every storefront asks. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clocks are ahead of UTC at an instant (whole minutes), in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', ...digits })
    clocks.set(timeZone, clock)
  }
  const parts = clock.formatToParts(instant)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - instant
}
