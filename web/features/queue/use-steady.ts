import { useCallback, useLayoutEffect, useRef } from 'react'

/** The second press of a double one comes within this time, in ms. */
const STEADY_AFTER_MS = 800

/** Tells whether `what` has stood there for a moment: a press right after a change was meant for what stood there before. */
export function useSteady(what: string): () => boolean {
  const seen = useRef({ what, since: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (seen.current.what !== what) seen.current = { what, since: performance.now() }
  }, [what])
  return useCallback(() => performance.now() - seen.current.since >= STEADY_AFTER_MS, [])
}
