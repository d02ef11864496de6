import type { Tx } from '#server/db/transaction.ts'

/** Returns those of these addresses that a slice still shows or plays. */
export type InUse = (db: Pick<Tx, 'selectFrom'>, addresses: readonly string[]) => Promise<string[]>
