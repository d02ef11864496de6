import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The second press of a double press comes within this time, in ms. */
const STEADY_AFTER_MS = 800

/** Returns a function that tells whether `what` is unchanged for `afterMs`. A press right after a change was meant for the old content. */
export function useSteady(what: string, afterMs = STEADY_AFTER_MS): () => boolean {
  const seen = useRef({ what, since: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (seen.current.what !== what) seen.current = { what, since: performance.now() }
  }, [what])
  return useCallback(() => performance.now() - seen.current.since >= afterMs, [afterMs])
}

/** Whether `what` changed less than `afterMs` ago, for `aria-disabled`: the screen says so while presses are ignored. */
export function useRests(what: string, afterMs: number): boolean {
  const [steady, setSteady] = useState<string | null>(what)
  if (steady !== null && steady !== what) setSteady(null)
  useEffect(() => {
    if (steady !== null) return
    const timer = setTimeout(setSteady, afterMs, what)
    return () => clearTimeout(timer)
  }, [steady, what, afterMs])
  return steady !== what
}
