import { useEffect, useState } from 'react'
import { secondsLeft } from '#contract/base/time.ts'
import { serverNow } from './server-clock.ts'

/** Whole seconds left of a countdown by the server's clock; renders again when the second changes. Zero if there is no countdown. */
export function useSecondsLeft(countdown: { startTime: number; duration: number } | null): number {
  const [, tick] = useState(0)
  const startTime = countdown?.startTime
  const duration = countdown?.duration
  useEffect(() => {
    if (startTime === undefined || duration === undefined) return
    const end = startTime + duration * 1000
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = end - serverNow()
      if (left <= 0) return tick((n) => n + 1)
      // To the next whole second and 10 ms beyond, so that a timer that fires early does not show the old one.
      timer = setTimeout(
        () => {
          tick((n) => n + 1)
          wait()
        },
        (left % 1000) + 10,
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [startTime, duration])
  return countdown === null ? 0 : secondsLeft(countdown, serverNow())
}
