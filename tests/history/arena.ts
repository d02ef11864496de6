import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Cluster, makeCluster } from '#scripts/servers/cluster.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { type Balancer, balancerOver } from '#tests/support/server/balancer.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'
import { type Hold, holdRow } from './held-row.ts'
import { slowLineTo } from './slow-line.ts'

export interface Arena {
  address: string
  /** Faults by name; each one resolves when everything runs again. */
  nemeses: Readonly<Record<string, () => Promise<void>>>
  holds: readonly Hold[]
  /** Call it only when no client sends requests any more. */
  look<T>(read: (database: Database) => Promise<T>): Promise<T>
  cleanUp(): Promise<void>
}

/** The errors of a machine's clock, used in turn, in ms. */
const TWO_MINUTES = [120_000, -120_000, 0]

const settings = { LOG_LEVEL: 'silent', SECRET_KEY: 'one key that all the nodes have in common' }

/** One process on the embedded database: a test can kill it and cut its connections. */
export async function embeddedArena(): Promise<Arena> {
  const product = await killableProduct({ engine: 'pglite', env: settings })
  await product.start()
  const balancer = await balancerOver([product.address])
  const kill = async () => {
    await product.kill()
    await product.start()
  }
  return {
    address: balancer.address,
    nemeses: { 'kill -9': kill, 'cut connections': async () => balancer.cut() },
    // No other process can open the database.
    holds: [],
    async look(read) {
      // The database has a single owner.
      await product.stop()
      return product.look(read).finally(() => product.start())
    },
    async cleanUp() {
      await balancer.close()
      await product.cleanUp()
    },
  }
}

/** Two nodes on a separate PostgreSQL, whose answers can be delayed as a slow disk delays them. */
export async function nodesArena(shops: readonly string[]): Promise<Arena> {
  const cluster = await makeCluster()
  await cluster.start()
  const line = await slowLineTo(cluster.url)
  // Two at once could find the same free port.
  const nodes = [
    await killableProduct({ databaseUrl: line.url, env: settings }),
    await killableProduct({ databaseUrl: line.url, env: settings }),
  ]
  await Promise.all(nodes.map((node) => node.start()))
  const balancer = await balancerOver(nodes.map((node) => node.address))
  let turn = 0
  const holds: Hold[] = []
  let offs = 0
  /** Restarts a node on a machine whose clock is wrong; it stays wrong until the node's next turn. */
  const wrongClock = async () => {
    const node = nodes[turn++ % nodes.length] as Product
    await node.stop()
    node.env.CLOCK_AHEAD_MS = String(TWO_MINUTES[offs++ % TWO_MINUTES.length])
    await node.start()
  }
  let holdings = 0
  const hold = async () => {
    holdings += 1
    const held = await holdRow(cluster.url, shops[holdings % shops.length] ?? '', holdings)
    if (held) holds.push(held)
  }
  return {
    address: balancer.address,
    nemeses: {
      ...nemesesOf({ cluster, line, nodes, balancer, next: () => nodes[turn++ % nodes.length] as Product }),
      'a held row': hold,
      'a clock two minutes off': wrongClock,
    },
    holds,
    async look(read) {
      const database = await openDatabase({ url: cluster.url })
      return read(database).finally(() => database.close())
    },
    async cleanUp() {
      await balancer.close()
      await Promise.all(nodes.map((node) => node.cleanUp()))
      await line.close()
      await cluster.cleanUp()
    },
  }
}

function nemesesOf({
  cluster,
  line,
  balancer,
  next,
}: {
  cluster: Cluster
  line: Awaited<ReturnType<typeof slowLineTo>>
  nodes: readonly Product[]
  balancer: Balancer
  next: () => Product
}): Arena['nemeses'] {
  return {
    async 'kill -9 of a node'() {
      const node = next()
      await node.kill()
      await node.start()
    },
    async 'stop of a node'() {
      const node = next()
      await node.stop()
      await node.start()
    },
    async 'database crash'() {
      await cluster.crash()
      await cluster.start()
    },
    async 'database connections cut'() {
      const database = await openDatabase({ url: cluster.url })
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`
        .execute(database.db)
        .finally(() => database.close())
    },
    async 'cut connections'() {
      balancer.cut()
    },
    async 'slow disk'() {
      line.delay(150)
      await pause(1000)
      line.delay(0)
    },
  }
}
