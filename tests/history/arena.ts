import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { type Balancer, balancerOver } from '../support/balancer.ts'
import { type Cluster, testCluster } from '../support/cluster.ts'
import { killableProduct, type Product } from '../support/product.ts'
import { slowLineTo } from './slow-line.ts'

/** A product with everything that can be done to it. */
export interface Arena {
  address: string
  /** What can go wrong here, by name; each resolves when everything runs again. */
  nemeses: Readonly<Record<string, () => Promise<void>>>
  /** Reads the database when nobody asks any more. */
  look<T>(read: (database: Database) => Promise<T>): Promise<T>
  cleanUp(): Promise<void>
}

const settings = { LOG_LEVEL: 'silent', SECRET_KEY: 'one key that all the nodes have in common' }

/** One process on the embedded database: it can be killed, and its connections cut. */
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
    async look(read) {
      // the database has a single owner
      await product.stop()
      return product.look(read).finally(() => product.start())
    },
    async cleanUp() {
      await balancer.close()
      await product.cleanUp()
    },
  }
}

/** Two nodes on a PostgreSQL of their own, whose answers can be made late, as a slow disk makes them. */
export async function nodesArena(): Promise<Arena> {
  const cluster = await testCluster()
  await cluster.start()
  const line = await slowLineTo(cluster.url)
  // one after the other: a free port is free for the first who takes it
  const nodes = [
    await killableProduct({ databaseUrl: line.url, env: settings }),
    await killableProduct({ databaseUrl: line.url, env: settings }),
  ]
  await Promise.all(nodes.map((node) => node.start()))
  const balancer = await balancerOver(nodes.map((node) => node.address))
  let turn = 0
  return {
    address: balancer.address,
    nemeses: nemesesOf({ cluster, line, nodes, balancer, next: () => nodes[turn++ % nodes.length] as Product }),
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
