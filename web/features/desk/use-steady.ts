import { useCallback, useLayoutEffect, useRef } from 'react'

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
