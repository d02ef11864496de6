import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** How long a row takes to slide out, in ms. The same as `--t-calm` in tokens.css. */
const LEAVES_MS = 280
/** If more rows than this disappear at once, it is another list, not people leaving. */
const AT_ONCE = 10

/**
 * The rows to show: those of `rows`, and those that have just left it, at their old position until they have slid out. With reduced motion
 * they disappear at once. `view` names the search and the filter: rows hidden by a change of `view` do not slide out.
 */
export function useLeaving<T extends { id: string }>(rows: readonly T[], view: string): readonly { row: T; leaving: boolean }[] {
  const calm = useReducedMotion()
  const [left, setLeft] = useState<readonly { row: T; after: string | undefined }[]>([])
  const [before, setBefore] = useState({ rows, view })
  if (before.rows !== rows) {
    setBefore({ rows, view })
    const here = new Set(rows.map((row) => row.id))
    const gone = before.rows.flatMap((row, i) => (here.has(row.id) ? [] : [{ row, after: before.rows[i - 1]?.id }]))
    if (gone.length > 0 && gone.length <= AT_ONCE && !calm && before.view === view) setLeft([...left, ...gone])
  }
  useEffect(() => {
    if (left.length === 0) return
    const timer = setTimeout(() => setLeft((now) => now.filter((one) => !left.includes(one))), LEAVES_MS)
    return () => clearTimeout(timer)
  }, [left])
  const shown = rows.map((row) => ({ row, leaving: false }))
  const ids = new Set(rows.map((row) => row.id))
  for (const { row, after } of left) {
    if (ids.has(row.id)) continue
    ids.add(row.id)
    shown.splice(after === undefined ? 0 : shown.findIndex((one) => one.row.id === after) + 1, 0, { row, leaving: true })
  }
  return shown
}
