import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Tenant } from './db/tenant.ts'
import { behindWall, type Db } from './db/transaction.ts'
import type { Clock } from './kit/clock.ts'
import type { Vault } from './kit/hash.ts'
import type { Log } from './kit/log.ts'
import type { InUse } from './media/in-use.ts'
import type { MailSender, Sender } from './messages/sender.ts'
import type { VendorAccounts } from './payments/accounts/vendor-accounts.ts'
import type { Gateways } from './payments/gateway.ts'
import type { MayAskVendor } from './payments/vendor-pause.ts'
import type { BudgetAlarm } from './verification/budget.ts'

/** What stories get as their first argument. The parts of the slices are ports: this file imports their types and none of their code. */
export interface Deps {
  db: Db
  /** The open database under `db`, whose gates serve calls of all malls together (`db/shop-batches.ts`). */
  database: Pick<Database, 'db' | 'engine'>
  clock: Clock
  config: Config
  vault: Vault
  log: Log
  gateways: Gateways
  vendorAccounts: VendorAccounts
  /** Whether a vendor may be asked about a payment now, because of a person. */
  mayAskVendor: MayAskVendor
  /** The channel to phones. */
  sender: Sender
  mail: MailSender
  budgetAlarm: BudgetAlarm
  /** The queries of all slices for the pictures and sounds that they show or play. */
  mediaInUse: readonly InUse[]
}

/** The deps for the stories of one tenant: none of their queries sees a row of another tenant. A null tenant sees all rows. */
export const within = (deps: Deps, tenant: Tenant | null): Deps => (tenant === null ? deps : { ...deps, db: behindWall(deps.db, tenant) })
