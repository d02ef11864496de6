import type { World } from '#web/shopper/journey.ts'
import type { Tell } from '#web/shopper/journey-context.ts'
import { clockTime, daysAhead, told } from '#web/shopper/times.ts'

/** Such as `10:00 am` and `tomorrow`, by the mall's days. */
export function opensParts(opensAt: string, now: number, world: World, say: Tell): { time: string; day: string } {
  const days = daysAhead(opensAt, now, world)
  const weekday = () => told(opensAt, world, { weekday: 'long' })
  return { time: clockTime(opensAt, world), day: days <= 0 ? say('today') : days === 1 ? say('tomorrow') : weekday() }
}
