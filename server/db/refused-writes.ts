import { refusesWrites } from './errors.ts'

/** How long a refused write counts, in ms. The workers write all the time, so as long as the cause lasts it is noticed again. */
const COUNTS_MS = 3000

/**
 * Remembers that the database has refused a write: only a write shows that a disk is full. `check` throws its error while it counts, and
 * throws if the answer to `askReadOnly` says that the database is read-only.
 */
export function refusedWrites() {
  let last: { error: unknown; at: number } | null = null
  return {
    note(error: unknown): void {
      if (refusesWrites(error)) last = { error, at: performance.now() }
    },
    check(answer: { isReadOnly: boolean } | undefined): void {
      if (answer?.isReadOnly) throw new Error('the database is read-only')
      if (last !== null && performance.now() - last.at < COUNTS_MS) throw last.error
    },
  }
}

export type RefusedWrites = ReturnType<typeof refusedWrites>

/** A standby, and a database that was set to read-only, say so themselves. */
export const askReadOnly = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`
