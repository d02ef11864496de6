import type { RefusalCode } from '#contract/base/errors.ts'
import { daysAfter, MINUTE, serviceDayOf } from '#contract/base/time.ts'
import type { SlotSettings, SlotState } from '#contract/slots/slots.ts'
import { type Hours, spansOn } from '#server/shops/rules.ts'

/** A slot by the settings of its shop alone. `isClosed`: an exception of the opening hours took it away. */
export interface PlannedSlot {
  startsAt: Date
  endsAt: Date
  isClosed: boolean
}

/** In epoch ms, from `start` until before `end`. */
interface Span {
  start: number
  end: number
}

/**
 * Returns the slots in the order of their starts. A slot belongs to the service day in which it starts, and lies within one span of opening
 * hours. Slots of the weekday's hours that an exception takes away are there too, closed. No two open slots overlap. The work grows with
 * the number of slots alone.
 */
export function slotsOfDay(hours: Hours, { minutes }: Pick<SlotSettings, 'minutes'>, day: string): PlannedSlot[] {
  const length = minutes * MINUTE
  const open = openSpans(hours, day).flatMap((span) => grid(span, length))
  const special = around(day).filter((date) => hours.exceptions.some((exception) => exception.day === date))
  const usual = merged(special.flatMap((date) => spansOn(date, { ...hours, exceptions: [] }))).flatMap((span) => grid(span, length))
  const all = [...open.map((start) => ({ start, isClosed: false })), ...apartFrom(open, usual, length).map(closedAt)]
  all.sort((a, b) => a.start - b.start)
  const dayOf = ({ start }: { start: number }) => serviceDayOf(new Date(start), hours.timeZone, hours.dayStartHour)
  const first = firstIndex(all.length, (i) => dayOf(all[i] as Planned) >= day)
  const next = firstIndex(all.length, (i) => dayOf(all[i] as Planned) > day)
  return all.slice(first, next).map(({ start, isClosed }) => ({ startsAt: new Date(start), endsAt: new Date(start + length), isClosed }))
}

interface Planned {
  start: number
  isClosed: boolean
}
const closedAt = (start: number): Planned => ({ start, isClosed: true })

/** The starts of `others` whose slots overlap no slot of `starts`. Both are in order, and neither overlaps itself. */
function apartFrom(starts: readonly number[], others: readonly number[], length: number): number[] {
  let next = 0
  return others.filter((start) => {
    while (next < starts.length && (starts[next] as number) + length <= start) next += 1
    return next === starts.length || (starts[next] as number) >= start + length
  })
}

/** For each day, whether a slot of it is open and starts after `now`. It reads the hours alone and lists no slots. */
export function openDays(hours: Hours, { minutes }: Pick<SlotSettings, 'minutes'>, days: readonly string[], now: Date): boolean[] {
  const length = minutes * MINUTE
  const dayOf = (start: number) => serviceDayOf(new Date(start), hours.timeZone, hours.dayStartHour)
  return days.map((day) => {
    const spans = openSpans(hours, day).filter(({ start, end }) => end - start >= length)
    const isDue = (start: number) => start > now.getTime() && dayOf(start) === day
    // Nearly every open day has a span that begins in it.
    if (spans.some(({ start }) => isDue(start))) return true
    return spans.some(({ start, end }) => {
      const many = Math.floor((end - start) / length)
      const first = firstIndex(many, (i) => start + i * length > now.getTime() && dayOf(start + i * length) >= day)
      return first < many && isDue(start + first * length)
    })
  })
}

/** A binary search: `isLater` is false up to some number, and true from there on. Returns `many` if it is never true. */
function firstIndex(many: number, isLater: (i: number) => boolean): number {
  let [from, until] = [0, many]
  while (from < until) {
    const middle = (from + until) >> 1
    if (isLater(middle)) until = middle
    else from = middle + 1
  }
  return from
}

const around = (day: string): string[] => [-1, 0, 1].map((days) => daysAfter(day, days))

const openSpans = (hours: Hours, day: string): Span[] => merged(around(day).flatMap((date) => spansOn(date, hours)))

/** Spans that overlap become one, so that no minute is in two slots. */
function merged(spans: readonly { start: Date; end: Date }[]): Span[] {
  const whole: Span[] = []
  const times = spans.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))
  for (const span of times.sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last && span.start < last.end) last.end = Math.max(span.end, last.end)
    else whole.push(span)
  }
  return whole
}

const grid = ({ start, end }: Span, length: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor((end - start) / length)) }, (_, i) => start + i * length)

/** True if a usual week, or a date to come with other hours, has room for a slot. */
export function fitsSlots(hours: Hours, settings: Pick<SlotSettings, 'minutes'>, now: Date): boolean {
  const today = serviceDayOf(now, hours.timeZone, hours.dayStartHour)
  const hasSlot = (at: Hours) => (day: string) => slotsOfDay(at, settings, day).some(({ isClosed }) => !isClosed)
  const week = Array.from({ length: 7 }, (_, days) => daysAfter(today, days))
  if (week.some(hasSlot({ ...hours, exceptions: [] }))) return true
  return hours.exceptions.map(({ day }) => day).some((day) => day >= today && hasSlot(hours)(day))
}

export function bookableDays({ timeZone, dayStartHour }: Hours, { daysAhead }: Pick<SlotSettings, 'daysAhead'>, now: Date): string[] {
  const today = serviceDayOf(now, timeZone, dayStartHour)
  return Array.from({ length: daysAhead + 1 }, (_, days) => daysAfter(today, days))
}

/** Returns the slot that starts at `startsAt`, if the settings let it be booked; otherwise the reason. */
export function offered(hours: Hours, settings: SlotSettings, startsAt: Date, now: Date): (PlannedSlot & { day: string }) | RefusalCode {
  const day = serviceDayOf(startsAt, hours.timeZone, hours.dayStartHour)
  const [start, length] = [startsAt.getTime(), settings.minutes * MINUTE]
  const span = openSpans(hours, day).find((one) => one.start <= start && start + length <= one.end)
  if (!span || (start - span.start) % length !== 0) return 'slot_not_found'
  if (startsAt <= now) return 'slot_past'
  const today = serviceDayOf(now, hours.timeZone, hours.dayStartHour)
  return today <= day && day <= daysAfter(today, settings.daysAhead)
    ? { startsAt, endsAt: new Date(start + length), isClosed: false, day }
    : 'slot_not_found'
}

/** True if the opening hours do not cover the whole slot. A slot of another length or grid that they cover is inside. */
export function isOutside(hours: Hours, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }): boolean {
  const day = serviceDayOf(startsAt, hours.timeZone, hours.dayStartHour)
  let covered = startsAt.getTime()
  // Spans that only touch are apart in the grid of new slots. Together they can cover one that was booked before.
  for (const { start, end } of openSpans(hours, day)) if (start <= covered && covered < end) covered = end
  return covered < endsAt.getTime()
}

export function stateOf(slot: PlannedSlot, left: number, now: Date): SlotState {
  if (slot.startsAt <= now) return 'past'
  if (slot.isClosed) return 'closed'
  return left > 0 ? 'open' : 'full'
}

/** The slots are keys; null for none. `isKept`: the place in `to` is kept for this request, and counts as taken. */
export interface SeatRequest {
  from: string | null
  to: string | null
  isKept: boolean
}

/**
 * Deals places in the order of the requests. `taken` and `capacity` are by key. Returns which requests got their place, and by how much the
 * count of each slot changes. A request that gets nothing keeps what it has. A place that comes back can be dealt to a later request.
 */
export function dealSeats(
  requests: readonly SeatRequest[],
  taken: ReadonlyMap<string, number>,
  capacity: ReadonlyMap<string, number>,
): { got: boolean[]; changes: Map<string, number> } {
  const changes = new Map<string, number>()
  const add = (key: string, by: number) => changes.set(key, (changes.get(key) ?? 0) + by)
  const got = requests.map(({ from, to, isKept }) => {
    if (to !== null && to !== from && !isKept) {
      if ((taken.get(to) ?? 0) + (changes.get(to) ?? 0) >= (capacity.get(to) ?? 0)) return false
      add(to, 1)
    }
    if (from !== null && from !== to) add(from, -1)
    return true
  })
  return { got, changes }
}
