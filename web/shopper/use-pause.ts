import { useEffect, useState } from 'react'
import type { Paused } from '#contract/queue/queue.ts'
import { pauseAt } from './journey.ts'
import { useJourney } from './journey-context.ts'

/** Browser timers can wait for 24 days at most; a pause lasts a day at most. */
const LONGEST_MS = 86_400_000

/** The current pause of the shop's queue. It ends at its time, even if the server sends nothing. */
export function usePause(): Paused | null {
  const { world, clock } = useJourney()
  const [, tick] = useState(0)
  const paused = pauseAt(world.storefront?.queue ?? null, clock.now())
  const until = paused?.until ?? null
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => tick((n) => n + 1), Math.min(Math.max(Date.parse(until) - clock.now(), 0) + 50, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [until, clock])
  return paused
}
