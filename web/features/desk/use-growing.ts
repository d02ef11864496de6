import { startTransition, useEffect, useState } from 'react'

/** The number of rows that fill a tall screen. */
const AT_ONCE = 30
/** The number of rows that a slow computer renders and lays out within one or two frames. */
const MORE = 40

/**
 * The first rows at once, then `MORE` rows at a time, each batch in its own frame. So a new list of hundreds of rows delays neither its
 * first rows nor the next press. After the whole list has been shown, it stays whole.
 */
export function useGrowing<T>(rows: readonly T[]): readonly T[] {
  const [most, setMost] = useState(AT_ONCE)
  const isWhole = rows.length <= most
  useEffect(() => {
    if (isWhole) return
    // A timer, so that the browser paints each batch before the next one renders.
    const timer = setTimeout(() => startTransition(() => setMost(most + MORE)))
    return () => clearTimeout(timer)
  }, [isWhole, most])
  return isWhole ? rows : rows.slice(0, most)
}
