import { type RefObject, useEffect, useRef, useState } from 'react'

/** `watched` goes to the `img`. */
export function useBroken(address: string | null): {
  isBroken: boolean
  watched: { ref: RefObject<HTMLImageElement | null>; onError: () => void }
} {
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  // An image that failed before the hydration sent its event before this listened.
  useEffect(() => {
    const shown = image.current
    if (shown?.complete && shown.naturalWidth === 0) setBroken(address)
  }, [address])
  return { isBroken: address !== null && broken === address, watched: { ref: image, onError: () => setBroken(address) } }
}
