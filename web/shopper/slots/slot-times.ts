import { serviceDayOf } from '#contract/base/time.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import type { World } from '#web/shopper/journey.ts'
import { clockTime, daysAhead, told, zoneOf } from '#web/shopper/times.ts'

export interface SlotSpan {
  startsAt: string
  endsAt: string
}

/** `6:30–6:45 pm`, or `11:45 am–12:00 pm`. */
export function spanWords({ startsAt, endsAt }: SlotSpan, world: World): string {
  const [start = '', startHalf] = clockTime(startsAt, world).split('\u00a0')
  const [end, endHalf] = clockTime(endsAt, world).split('\u00a0')
  return startHalf === endHalf ? `${start}–${end}\u00a0${endHalf}` : `${start}\u00a0${startHalf}–${end}\u00a0${endHalf}`
}

/** `Sat 21 Nov`, for an instant in the mall's time zone. */
export const dayWords = (at: string, world: World): string =>
  `${told(at, world, { weekday: 'short' })} ${told(at, world, { day: 'numeric', month: 'short' })}`

/** `today, 6:45 pm`; another day by its date. */
export function whenWords(at: string, now: number, world: World, say: Say<SlotTexts>): string {
  const time = clockTime(at, world)
  return daysAhead(at, now, world) === 0 ? say('todayAt', { time }) : say('dayAt', { day: dayWords(at, world), time })
}

/** When the fee of a time comes back. `limit` is when that ends. */
export const refundRule = (limit: string, now: number, world: World, say: Say<SlotTexts>): string =>
  now <= Date.parse(limit) ? say('feeBack', { when: whenWords(limit, now, world, say) }) : say('cancelNoFee')

/** The service day (`YYYY-MM-DD`) in which a slot starts: the days that can be chosen are service days. */
export const slotDayOf = (startsAt: string, world: Pick<World, 'storefront'>): string =>
  serviceDayOf(new Date(startsAt), zoneOf(world), world.storefront?.shop.dayStartHour ?? 0)

/** 0 … 23 in the mall's time zone. */
export const hourOf = (at: string, world: World): number =>
  Number(told(at, world, { hour: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' }))
