import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Probe } from './probe.ts'

export class WrongAddress extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WrongAddress'
  }
}

/**
 * Refuses with `WrongAddress` if connections that need a session would go through a pooler. A wake-up would be lost, and a lock would stay
 * with a connection that another caller gets next. Two addresses must lead to one database: a lock that is held on one must be visible on
 * the other.
 */
export async function checkAddresses(probe: Probe, pooled: Kysely<Tables> | null): Promise<void> {
  const throughPooler = new WrongAddress(
    pooled
      ? 'DATABASE_SESSION_URL leads through a pooler. Give it the address of the PostgreSQL server itself.'
      : 'DATABASE_URL leads through a pooler. Keep it, and give DATABASE_SESSION_URL the address of the PostgreSQL server itself.',
  )
  const session = await probe
    .ask<{ mark: string | null }>(`select current_setting('red_carpet.session', true) as mark`)
    .catch((error: Error) => {
      throw /unsupported startup parameter/i.test(error.message) ? throughPooler : error
    })
  if (session[0]?.mark !== 'on') throw throughPooler
  if (!pooled) return

  const key = randomInt(2 ** 47)
  await probe.ask(`select pg_advisory_lock(${key})`)
  try {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${key}) as free`.execute(pooled)
    if (rows[0]?.free) throw new WrongAddress('DATABASE_URL and DATABASE_SESSION_URL lead to two different databases. Correct one of them.')
  } finally {
    await probe.ask(`select pg_advisory_unlock(${key})`)
  }
}
