import { startTransition, useEffect, useState } from 'react'

/** As many rows as a tall screen holds. */
const AT_ONCE = 30
/** As many rows as are made and laid out within a frame or two on a slow computer. */
const MORE = 40

/**
 * The first of `rows` at once, the others a few at a time, each in a frame of its own: a list of hundreds that has just come on the
 * screen neither keeps its first rows waiting nor the next press. Whoever has seen the whole list keeps it whole.
 */
export function useGrowing<T>(rows: readonly T[]): readonly T[] {
  const [most, setMost] = useState(AT_ONCE)
  const isWhole = rows.length <= most
  useEffect(() => {
    if (isWhole) return
    // A timer, so that what has been made is painted before the next is.
    const timer = setTimeout(() => startTransition(() => setMost(most + MORE)))
    return () => clearTimeout(timer)
  }, [isWhole, most])
  return isWhole ? rows : rows.slice(0, most)
}
