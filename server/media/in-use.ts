import type { Reader } from '#server/db/transaction.ts'

/** Returns those of these addresses that a slice still shows or plays. */
export type InUse = (db: Reader, addresses: readonly string[]) => Promise<string[]>
