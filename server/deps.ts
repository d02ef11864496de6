import type { Config } from './config.ts'
import type { Db } from './db/transaction.ts'
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
