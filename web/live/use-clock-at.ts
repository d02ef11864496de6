import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

/** The longest wait of a browser timer, in ms. */
const LONGEST_MS = 2_147_000_000

/** Now by the server's clock, epoch ms. Renders again when the clock has passed the next of these instants (epoch ms). */
export function useClockAt(...instants: readonly (number | null | undefined)[]): number {
  const [, tick] = useState(0)
  const now = serverNow()
  const next = Math.min(...instants.flatMap((at) => (at !== null && at !== undefined && at > now ? [at] : [])))
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    // 10 ms later, so that a timer that fires early does not find the old moment.
    const timer = setTimeout(() => tick((n) => n + 1), Math.min(next - serverNow() + 10, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [next])
  return now
}
