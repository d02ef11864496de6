import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Moves every shop's stream beyond all numbers that a screen may have heard: a screen ignores lower numbers as old. */
export const skipStreams = (tx: Tx, numbers: number) =>
  tx
    .updateTable('shopStream')
    .set({ seq: sql<number>`seq + ${numbers}::int` })
    .execute()
