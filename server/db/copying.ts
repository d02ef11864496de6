import type { Tx } from './transaction.ts'

/** A transaction that also moves whole tables, in the text format of PostgreSQL's COPY: one line per row. */
export interface Copying {
  tx: Tx
  copyOut(query: string): Promise<Uint8Array<ArrayBuffer>>
  /** Adds rows to `table (column, …)`; resolves to their number. */
  copyIn(target: string, lines: Uint8Array<ArrayBuffer>): Promise<number>
}
