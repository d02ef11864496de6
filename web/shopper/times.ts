import { languages } from '#contract/base/locale.ts'
import { DEFAULT_TIME_ZONE } from '#contract/base/time.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import type { World } from './journey.ts'

/** The shop's mall sets the time zone. */
type OfShop = Pick<World, 'storefront'>

export const zoneOf = ({ storefront }: OfShop): string => storefront?.shop.timeZone ?? DEFAULT_TIME_ZONE

/** In the mall's time zone and the reader's language, the same in every browser and on the server. */
export const told = (at: number | string, world: OfShop & Pick<World, 'locale'>, how: Intl.DateTimeFormatOptions): string =>
  zoned(at, languages[world.locale].format, zoneOf(world), how)

/** `6:04 pm` in the mall's time zone. */
export const clockTime = (at: number | string, world: OfShop): string => timeOfDay(at, zoneOf(world))

/** `Mon, 30 Nov, 6:04 pm` in the mall's time zone. */
export const dayAndTime = (at: number | string, world: OfShop & Pick<World, 'locale'>): string =>
  `${told(at, world, { weekday: 'short', day: 'numeric', month: 'short' })}, ${clockTime(at, world)}`

/** 0 for today, 1 for tomorrow, as the mall counts days. */
export function daysAhead(at: number | string, now: number, world: OfShop): number {
  const day = (instant: number | string) =>
    Date.parse(zoned(instant, 'en-CA', zoneOf(world), { year: 'numeric', month: '2-digit', day: '2-digit' }))
  return Math.round((day(at) - day(now)) / 86_400_000)
}

/** Whole seconds as `2:14`. */
export const minutesAndSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
