import { HOUR, MINUTE, serviceDayOf } from '../../contract/time.ts'

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
  const starts: Date[] = []
  for (let ahead = -1; ahead <= 7; ahead += 1) {
    const day = serviceDayOf(new Date(now.getTime() + ahead * 24 * HOUR), timeZone)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    for (const [from, to] of hours[weekday] ?? []) {
      const start = instantOf(day, from, timeZone)
      const length = minutesOf(to) - minutesOf(from)
      const end = new Date(start.getTime() + (length > 0 ? length : length + 24 * 60) * MINUTE)
      if (start <= now && now < end) return { isOpen: true, opensAt: null }
      if (start > now) starts.push(start)
    }
  }
  starts.sort((a, b) => a.getTime() - b.getTime())
  return { isOpen: false, opensAt: starts[0] ?? null }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The instant of a local wall time: guess it as UTC, then correct by the zone's offset there. */
function instantOf(day: string, time: string, timeZone: string): Date {
  const guess = new Date(`${day}T${time === '24:00' ? '23:59' : time}:00Z`)
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(guess)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return new Date(guess.getTime() - (shown - guess.getTime()))
}
