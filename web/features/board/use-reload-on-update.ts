import { useEffect, useRef } from 'react'
import { readVersion } from '#web/data/product.ts'

/**
 * A screen in the hall stays open for weeks, and no one presses Reload there. An update always cuts the connection, so a check after each
 * reconnection is enough.
 */
export function useReloadOnUpdate(isLive: boolean): void {
  const first = useRef<string | null>(null)
  useEffect(() => {
    if (!isLive) return
    const going = new AbortController()
    readVersion(going.signal).then(
      (version) => {
        first.current ??= version
        if (first.current !== version) location.reload()
      },
      // The next reconnection asks again.
      () => undefined,
    )
    return () => going.abort()
  }, [isLive])
}
