import { useEffect, useState } from 'react'

/**
 * Whether `what` changed less than `afterMs` ago. A press right after a change was meant for what was there before, so it is ignored, and
 * the button says so with `aria-disabled`.
 */
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
