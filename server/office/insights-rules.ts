import { MINUTE, SECOND } from '#contract/base/time.ts'
import type { Figures } from '#contract/office/insights-calls.ts'
import type { TakingsOfHour } from '#server/payments/money/rules.ts'
import type { TicketFigures } from '#server/queue/ticket-rules.ts'

/** Shops and hours that had nothing are absent. */
export interface DayFigures {
  total: Figures
  shops: ReadonlyMap<string, Figures>
  hours: ReadonlyMap<number, Figures>
}

/** The shops add up to the total, and so do the hours; only the median waits are their own. */
export function foldDay(tickets: readonly TicketFigures[], takings: readonly TakingsOfHour[]): DayFigures {
  const ofShop = Map.groupBy(takings, ({ shopId }) => shopId)
  const ofHour = Map.groupBy(takings, ({ hour }) => hour)
  const shops = new Map<string, Figures>()
  const hours = new Map<number, Figures>()
  for (const [shopId, own] of ofShop) shops.set(shopId, figuresOf(null, own))
  for (const [hour, own] of ofHour) hours.set(hour, figuresOf(null, own))
  for (const one of tickets) {
    if (one.shopId !== null) shops.set(one.shopId, figuresOf(one, ofShop.get(one.shopId)))
    if (one.hour !== null) hours.set(one.hour, figuresOf(one, ofHour.get(one.hour)))
  }
  const all = tickets.find(({ shopId, hour }) => shopId === null && hour === null)
  return { total: figuresOf(all ?? null, takings), shops, hours }
}

function figuresOf(tickets: TicketFigures | null, takings: readonly TakingsOfHour[] = []): Figures {
  const sum = (part: 'earnedPaise' | 'refundedPaise') => takings.reduce((all, one) => all + one[part], 0)
  const { tokens = 0, served = 0, missed = 0, left = 0, open = 0, wait = null } = tickets ?? {}
  return {
    ...{ earnedPaise: sum('earnedPaise'), refundedPaise: sum('refundedPaise'), tokens, served, missed, left, open },
    medianWait: wait === null ? null : (wait * SECOND) / MINUTE,
  }
}

export const nothing: Figures = figuresOf(null)

interface ComparedHour {
  hour: number
  state: 'over' | 'running' | 'to_come'
  day: Figures
  before: Figures
}

/**
 * From the first hour with anything on one of the days to the last, in the order of a day that begins at `startHour`. `now` is the hour that
 * runs, or whether all of them are over or to come.
 */
export function compareHours(day: DayFigures, before: DayFigures, startHour: number, now: number | 'over' | 'to_come'): ComparedHour[] {
  const hours = Array.from({ length: 24 }, (_, i) => (startHour + i) % 24)
  const hasAny = (hour: number) => day.hours.has(hour) || before.hours.has(hour)
  const stateOf = (hour: number) => {
    if (typeof now === 'string') return now
    if (hour === now) return 'running'
    return hours.indexOf(hour) < hours.indexOf(now) ? 'over' : 'to_come'
  }
  const last = hours.findLastIndex(hasAny)
  if (last < 0) return []
  return hours.slice(hours.findIndex(hasAny), last + 1).map((hour) => ({
    ...{ hour, state: stateOf(hour) },
    ...{ day: day.hours.get(hour) ?? nothing, before: before.hours.get(hour) ?? nothing },
  }))
}
