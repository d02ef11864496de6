import type { World } from '../journey.ts'
import type { Tell } from '../journey-context.ts'
import { clockTime, daysAhead, told } from '../times.ts'

/** `10:00 tomorrow`: when a shop opens, by the mall's days. */
export function opensWords(opensAt: string, now: number, world: World, say: Tell): string {
  const { time, day } = opensParts(opensAt, now, world, say)
  return `${time} ${day}`
}

export function opensParts(opensAt: string, now: number, world: World, say: Tell): { time: string; day: string } {
  const days = daysAhead(opensAt, now, world)
  const weekday = () => told(opensAt, world, { weekday: 'long' })
  return { time: clockTime(opensAt, world), day: days <= 0 ? say('today') : days === 1 ? say('tomorrow') : weekday() }
}
