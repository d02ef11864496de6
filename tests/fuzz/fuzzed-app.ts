import { inject } from 'vitest'
import { testDatabase } from '#tests/support/server/database.ts'
import { type FuzzedServer, startFuzzedServer } from './server.ts'

export interface FuzzedApp extends FuzzedServer {
  /** Stop the server first. */
  cleanUp(): Promise<void>
}

/** Starts the server on a separate database: on PostgreSQL, or embedded in memory. */
export async function startFuzzedApp(): Promise<FuzzedApp> {
  if (inject('engine') === 'pglite') return { ...(await startFuzzedServer({ dump: inject('template') })), cleanUp: async () => {} }
  const { url, cleanUp } = await testDatabase()
  return { ...(await startFuzzedServer({ databaseUrl: url ?? '' })), cleanUp }
}

/**
 * A run. In the gate it is small and sends one request after another, so that the same seed is the same run; the proof (`scripts/proof.ts`)
 * sends more, at the same time, from another seed each time.
 */
export const size = {
  seed: Number(process.env.SEED ?? 20_261_121),
  requests: Number(process.env.FUZZ_REQUESTS ?? 500),
  visits: Number(process.env.FUZZ_VISITS ?? 250),
  atOnce: Number(process.env.FUZZ_AT_ONCE ?? 1),
} as const

export const tellSize = (): void =>
  console.log(`SEED=${size.seed} FUZZ_REQUESTS=${size.requests} FUZZ_VISITS=${size.visits} FUZZ_AT_ONCE=${size.atOnce}`)
