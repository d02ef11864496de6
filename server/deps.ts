import type { Config } from './config.ts'
import type { Tenant } from './db/tenant.ts'
import { behindWall, type Db } from './db/transaction.ts'
import type { Clock } from './kit/clock.ts'
import type { Vault } from './kit/hash.ts'
import type { Log } from './kit/log.ts'
import type { InUse } from './media/in-use.ts'
import type { MailSender, Sender } from './messages/sender.ts'
import type { VendorAccounts } from './payments/accounts/vendor-accounts.ts'
import type { Capture, Order } from './payments/captured.ts'
import type { Gateways } from './payments/gateway.ts'
import type { Orders } from './payments/orders/ordered.ts'
import type { MayAskVendor } from './payments/vendor-pause.ts'
import type { EventsTogether } from './payments/webhooks/together.ts'
import type { Join } from './queue/join/joined.ts'
import type { HoldSlot } from './queue/slots/held.ts'
import type { BudgetAlarm } from './verification/budget.ts'

/**
 * What stories get as their first argument, the only type of its kind; `wiring.ts` creates it. The parts of the slices are ports: this file
 * imports their types and none of their code.
 */
export interface Deps {
  db: Db
  clock: Clock
  config: Config
  vault: Vault
  log: Log
  /** The ways to pay. */
  gateways: Gateways
  /** The malls' accounts with vendors. */
  vendorAccounts: VendorAccounts
  /** Whether a vendor may be asked about a payment now, because of a person. */
  mayAskVendor: MayAskVendor
  /** Joins a queue, together with others of the same moment. */
  join: Join
  /** Holds slots for unpaid tickets, together with others of the same moment. */
  holdSlot: HoldSlot
  /** Opens orders and captures payments, each together with others of the same moment. */
  orders: Orders
  capture: Capture
  /** What the events of vendors do alike, together with others of the same moment. */
  events: EventsTogether
  /** Reads an order of any mall, in one query with the other orders of this moment. */
  orderOf: (paymentId: string) => Promise<Order | undefined>
  /** The channel to phones. */
  sender: Sender
  /** The channel to mailboxes. */
  mail: MailSender
  budgetAlarm: BudgetAlarm
  /** Every query that lists pictures and sounds in use, from the slices that show or play them. */
  mediaInUse: readonly InUse[]
}

/** The same for the stories of one tenant: none of their queries sees a row of another tenant. Null for callers who may see all rows. */
export const within = (deps: Deps, tenant: Tenant | null): Deps => (tenant === null ? deps : { ...deps, db: behindWall(deps.db, tenant) })
