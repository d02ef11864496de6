import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './debian.ts'
import { inOneLine } from './outcome.ts'
import { hasPostgres, makeCluster } from './servers/cluster.ts'
import { hasPooler, makePooler } from './servers/pooler.ts'

/** The servers of other projects that a run of tests may need. A missing one is installed, which needs root and Debian. */

export type Server = 'postgres' | 'pooler' | 'redis'

/**
 * Runs `run` while these servers are there, and returns its result. A PostgreSQL and its PgBouncer are started for this run alone, on free
 * ports and with throw-away data. They are in TEST_DATABASE_URL and TEST_POOLER_URL; one that is named there already is used as it is.
 * Tests start a Redis of their own, so that one is only installed. A server that cannot be started counts as one failed test.
 */
export async function withServers(servers: readonly Server[], run: () => Promise<boolean>): Promise<boolean> {
  const started: { cleanUp(): Promise<void> }[] = []
  const begin = async <T extends { start(): Promise<void>; cleanUp(): Promise<void> }>(server: T): Promise<T> => {
    started.unshift(server)
    await server.start()
    return server
  }
  try {
    try {
      await startAll()
    } catch (error) {
      console.log(inOneLine('failed', { file: null, test: 'starting the servers of the tests', message: String(error) }))
      console.log('\n0 passed, 1 failed')
      return false
    }
    return await run()
  } finally {
    for (const server of started) await server.cleanUp()
  }

  async function startAll(): Promise<void> {
    if (servers.includes('redis') && !isOnPath('redis-server')) installPackages('redis-server')
    if (servers.includes('postgres') && !process.env.TEST_DATABASE_URL) {
      if (!hasPostgres()) installPackages('postgresql')
      process.env.TEST_DATABASE_URL = (await begin(await makeCluster({ settings: '-c fsync=off' }))).url
    }
    if (servers.includes('pooler') && !process.env.TEST_POOLER_URL) {
      if (!hasPooler()) installPackages('pgbouncer')
      const { TEST_DATABASE_URL = '' } = process.env
      const pooler = await makePooler(TEST_DATABASE_URL, { connections: 16, more: 'server_idle_timeout = 10' })
      process.env.TEST_POOLER_URL = (await begin(pooler)).to(TEST_DATABASE_URL)
    }
  }
}

const isOnPath = (program: string) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
