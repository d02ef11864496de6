import { DEFAULT_TIME_ZONE } from '../../contract/time.ts'
import { timeOfDay, zoned } from '../../contract/zoned.ts'
import type { World } from './journey.ts'

/** Of what a screen shows: the shop whose mall's time counts. */
type Place = Pick<World, 'storefront'>

const zoneOf = ({ storefront }: Place): string => storefront?.shop.timeZone ?? DEFAULT_TIME_ZONE

/** An instant by the mall's time zone in the reader's language, the same in every browser and on the server. */
export const told = (at: number | string, world: Place & Pick<World, 'locale'>, how: Intl.DateTimeFormatOptions): string =>
  zoned(at, world.locale === 'hi' ? 'hi-IN' : 'en-IN', zoneOf(world), how)

/** `18:04` in the mall's time zone. */
export const clockTime = (at: number | string, place: Place): string => timeOfDay(at, zoneOf(place))

/** 0 for today, 1 for tomorrow, as the mall counts days. */
export function daysAhead(at: string, now: number, place: Place): number {
  const day = (instant: number | string) =>
    Date.parse(zoned(instant, 'en-CA', zoneOf(place), { year: 'numeric', month: '2-digit', day: '2-digit' }))
  return Math.round((day(at) - day(now)) / 86_400_000)
}

/** `2:14` of whole seconds. */
export const minutesAndSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
