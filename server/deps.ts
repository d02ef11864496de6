import type { Config } from './config.ts'
import type { Tenant } from './db/tenant.ts'
import { behindWall, type Db } from './db/transaction.ts'
import type { Clock } from './kit/clock.ts'
import type { Vault } from './kit/hash.ts'
import type { Log } from './kit/log.ts'

/** What every story needs; made in `wiring.ts`, passed first. */
export interface Deps {
  db: Db
  clock: Clock
  config: Config
  vault: Vault
  log: Log
}

/** The same for the stories of one tenant: whatever they ask the database, they see no row of another. Null for who may see all. */
export const within = <D extends Deps>(deps: D, tenant: Tenant | null): D =>
  tenant === null ? deps : { ...deps, db: behindWall(deps.db, tenant) }
