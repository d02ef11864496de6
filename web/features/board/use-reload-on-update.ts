import { useEffect, useRef } from 'react'
import { readPlain } from '../../api/plain.ts'

/**
 * Loads the page anew when the server that it comes back to is of another version than the one it came from: a screen in the hall stays
 * open for weeks, and nobody presses Reload there. An update always cuts the connection.
 */
export function useReloadOnUpdate(isLive: boolean): void {
  const first = useRef<string | null>(null)
  useEffect(() => {
    if (!isLive) return
    const going = new AbortController()
    readPlain('/version', going.signal).then(
      (version) => {
        first.current ??= version
        if (first.current !== version) location.reload()
      },
      // Asked again when the connection comes back once more.
      () => undefined,
    )
    return () => going.abort()
  }, [isLive])
}
