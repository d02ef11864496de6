import { useEffect, useState } from 'react'

/** The second press of a double press comes within this time, in ms. */
export const DOUBLE_PRESS_MS = 1000

/**
 * Whether `what` changed less than a second ago. A press right after a change was meant for what was there before, so it is ignored, and
 * the button says so with `aria-disabled`. `fromStart` says that the button itself may have come under a finger that was pressing.
 */
export function useRests(what: string, fromStart = false): boolean {
  const [steady, setSteady] = useState<string | null>(fromStart ? null : what)
  if (steady !== null && steady !== what) setSteady(null)
  useEffect(() => {
    if (steady !== null) return
    const timer = setTimeout(setSteady, DOUBLE_PRESS_MS, what)
    return () => clearTimeout(timer)
  }, [steady, what])
  return steady !== what
}
