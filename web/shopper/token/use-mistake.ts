import { useEffect, useState } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { mistakeClosed, rememberMistakeClosed } from '#web/session/shopper.ts'

/** How long the live region stays empty, in ms, so that the text put into it afterwards is announced. */
const EMPTY_MS = 300

/**
 * A call that was taken back. The page says so until the shopper closes it, once per call, and announces it politely. After a reload it is
 * shown again unless it was closed.
 */
export function useMistake(pass: PassWire): { isShown: boolean; isSaid: boolean; close: () => void } {
  const at = pass.undoneAt
  const [closed, setClosed] = useState<number | null>(null)
  const [isSaid, setSaid] = useState(false)
  // After the hydration: the server does not know what this phone remembers.
  useEffect(() => {
    setClosed(mistakeClosed(pass.id))
    const timer = setTimeout(() => setSaid(at !== null && mistakeClosed(pass.id) !== at), EMPTY_MS)
    return () => clearTimeout(timer)
  }, [pass.id, at])
  const isShown = at !== null && closed !== at
  return {
    isShown,
    isSaid: isSaid && isShown,
    close: () => {
      rememberMistakeClosed(pass.id, at)
      setClosed(at)
    },
  }
}
