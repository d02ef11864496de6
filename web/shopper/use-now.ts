import { useEffect, useState } from 'react'
import { useJourney } from './journey-context.ts'

/** The server's time, epoch ms, renewed on each full second while `running`. */
export function useNow(running: boolean): number {
  const { clock } = useJourney()
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    if (!running) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = clock.now()
      setNow(at)
      // Waits for the next full second, so that all screens of a hall change together and no second is skipped.
      timer = setTimeout(tick, 1000 - (at % 1000) + 5)
    }
    tick()
    return () => clearTimeout(timer)
  }, [running, clock])
  return now
}
