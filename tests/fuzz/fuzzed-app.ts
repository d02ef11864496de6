import { inject } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { type FuzzedServer, startFuzzedServer } from './server.ts'

/** The server to be fuzzed, on the engine of this run. */
export interface FuzzedApp extends FuzzedServer {
  /** Leaves nothing behind; the server was stopped before. */
  cleanUp(): Promise<void>
}

/** Starts the server on a database of its own: PostgreSQL's, or an embedded one in memory. */
export async function startFuzzedApp(): Promise<FuzzedApp> {
  if (inject('engine') === 'pglite') return { ...(await startFuzzedServer({ dump: inject('template') })), cleanUp: async () => {} }
  const { url, cleanUp } = await testDatabase()
  return { ...(await startFuzzedServer({ databaseUrl: url ?? '' })), cleanUp }
}

/** The seed of a run: the same one sends the same things. Another one is tried with `FUZZ_SEED=…`. */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
