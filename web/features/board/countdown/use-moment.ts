import { useState } from 'react'
import type { Running } from '#web/data/countdowns.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { atInstants, useNow } from '#web/live/use-now.ts'

/** The thank-you appears `PAUSE_MS` after zero. It stays for `THANKS_MS` or until the next call. */
const PAUSE_MS = 1500
const THANKS_MS = 60_000

export type Moment = { show: 'loading' | 'nothing' } | { show: 'running' | 'thanks'; countdown: Running }

const endOf = (countdown: Running) => countdown.startTime + countdown.duration * 1000

/**
 * Shows the newest countdown that runs, then its end and the thank-you, then nothing. If the server drops a countdown at its end, the
 * screen keeps it for the thank-you. If it drops one earlier, the shopper was served or the call was undone.
 */
export function useMoment(running: readonly Running[] | undefined): Moment {
  const [kept, setKept] = useState<Running | null>(null)
  const current = running?.[0]
  if (current && (kept === null || kept.startTime !== current.startTime || kept.number !== current.number)) setKept(current)
  const ran = kept !== null && serverNow() >= endOf(kept) - 1000
  // The server drops a countdown at its end, up to a second before or after this clock reaches it.
  if (running && !current && kept !== null && !ran) setKept(null)

  const end = kept === null ? Number.POSITIVE_INFINITY : endOf(kept)
  const now = useNow(serverNow, atInstants(end, end + PAUSE_MS, end + PAUSE_MS + THANKS_MS))
  if (kept !== null) {
    const since = now - end
    if (since < PAUSE_MS) return { show: 'running', countdown: kept }
    if (since < PAUSE_MS + THANKS_MS) return { show: 'thanks', countdown: kept }
  }
  return { show: running === undefined ? 'loading' : 'nothing' }
}
