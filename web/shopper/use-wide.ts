import { useEffect, useState } from 'react'

/** When `stage.css` shows the scene next to the page. */
const WIDE = '(min-width: 60rem) and (min-height: 36em)'

/** True on the server, which does not know the screen. */
export const isWide = (): boolean => typeof matchMedia !== 'function' || matchMedia(WIDE).matches

export function useWide(): boolean {
  const [wide, setWide] = useState(isWide)
  useEffect(() => {
    const media = matchMedia(WIDE)
    const changed = () => setWide(media.matches)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [])
  return wide
}
