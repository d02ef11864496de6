import { HOUR } from '#contract/base/time.ts'

/** Rows of one instant are in the order of their ids. */
export interface Position {
  at: Date
  id: string
}

export const newestFirst = (a: Position, b: Position): number =>
  (a.at.getTime() === b.at.getTime() ? a.id < b.id : a.at.getTime() < b.at.getTime()) ? 1 : -1

/** From `from` (included) to `before` (excluded). */
export interface Span {
  from: Date
  before: Date
}

/** The first `most` rows of a span; only those after `after`, if it is given. */
export interface StretchWanted extends Span {
  after: Position | null
  most: number
}

/**
 * Returns all rows of a span in one order by time, each once, a stretch at a time; `read` must keep that order. A stretch has at most
 * `most` rows. Its length follows the number of rows in the last one. So a file costs about as much as its rows, needs the memory of one
 * stretch, and reads all shops of a mall together.
 */
export async function* inStretches<Row extends Position>(
  span: Span,
  order: 'oldest first' | 'newest first',
  most: number,
  read: (wanted: StretchWanted) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const isBack = order === 'newest first'
  let [from, before, length] = [span.from.getTime(), span.before.getTime(), HOUR]
  let after: Position | null = null
  while (from < before) {
    const stretch = isBack ? { from: Math.max(from, before - length), before } : { from, before: Math.min(before, from + length) }
    const rows = await read({ from: new Date(stretch.from), before: new Date(stretch.before), after, most })
    yield rows
    // A full stretch ends with its last row. More rows may have the same instant, so the next stretch begins there.
    after = rows.length < most ? null : (rows.at(-1) ?? null)
    if (isBack) before = after ? after.at.getTime() + 1 : stretch.from
    else from = after ? after.at.getTime() : stretch.before
    length = nextLength(isBack ? stretch.before - before : from - stretch.from, rows.length, most)
  }
}

/**
 * In ms. If rows come as often as on this stretch, the next one has half of the most, so that few stretches are full. It grows to four
 * times the length at most: the rows of a busy day may follow those of a quiet one.
 */
const nextLength = (length: number, rows: number, most: number): number =>
  Math.max(1, Math.ceil(length * (rows === 0 ? 4 : Math.min(4, most / 2 / rows))))
