import { useEffect, useState } from 'react'
import { serverNow } from '../../live/server-clock.ts'
import type { Running } from './api.ts'

/** The thank-you comes this long after zero, and stays until the next call or this long, in ms. */
const PAUSE_MS = 1500
const THANKS_MS = 60_000

/** What a countdown screen shows now. */
export type Moment = { show: 'loading' | 'nothing' } | { show: 'running' | 'thanks'; countdown: Running }

const endOf = (countdown: Running) => countdown.startTime + countdown.duration * 1000

/**
 * The moment of a shop's countdowns: the newest that runs, then its end and the thank-you, then nothing. A countdown that the server
 * no longer lists when it has run out is kept for its thank-you; one that vanishes before was served or taken back.
 */
export function useMoment(running: readonly Running[] | undefined): Moment {
  const [kept, setKept] = useState<Running | null>(null)
  const [, wake] = useState(0)
  const current = running?.[0]
  if (current && (kept === null || kept.startTime !== current.startTime || kept.number !== current.number)) setKept(current)
  const ran = kept !== null && serverNow() >= endOf(kept) - 1000
  // The server drops a countdown at its end, a moment before or after we do.
  if (running && !current && kept !== null && !ran) setKept(null)

  const end = kept === null ? null : endOf(kept)
  useEffect(() => {
    if (end === null) return
    const timers = [end, end + PAUSE_MS, end + PAUSE_MS + THANKS_MS]
      .map((at) => at - serverNow())
      .filter((wait) => wait > 0)
      .map((wait) => setTimeout(() => wake((n) => n + 1), wait + 10))
    return () => timers.forEach(clearTimeout)
  }, [end])

  if (kept !== null) {
    const since = serverNow() - endOf(kept)
    if (since < PAUSE_MS) return { show: 'running', countdown: kept }
    if (since < PAUSE_MS + THANKS_MS) return { show: 'thanks', countdown: kept }
  }
  return { show: running === undefined ? 'loading' : 'nothing' }
}
