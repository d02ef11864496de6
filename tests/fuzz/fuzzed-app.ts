import { inject } from 'vitest'
import { testDatabase } from '#tests/support/server/database.ts'
import { type FuzzedServer, startFuzzedServer } from './server.ts'

/** The server that is fuzzed, on the engine of this run. */
export interface FuzzedApp extends FuzzedServer {
  /** Leaves nothing behind; stop the server first. */
  cleanUp(): Promise<void>
}

/** Starts the server on a separate database: on PostgreSQL, or embedded in memory. */
export async function startFuzzedApp(): Promise<FuzzedApp> {
  if (inject('engine') === 'pglite') return { ...(await startFuzzedServer({ dump: inject('template') })), cleanUp: async () => {} }
  const { url, cleanUp } = await testDatabase()
  return { ...(await startFuzzedServer({ databaseUrl: url ?? '' })), cleanUp }
}

/** The seed of a run: the same seed sends the same requests. `FUZZ_SEED=…` sets another one. */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
