import { accounts } from './accounts/slice.ts'
import { audit } from './audit/slice.ts'
import type { Config } from './config.ts'
import { counters } from './counters/slice.ts'
import type { Database } from './db/open.ts'
import { prepareDatabase } from './db/prepare.ts'
import { demo } from './demo/slice.ts'
import type { Deps } from './deps.ts'
import { desk } from './desk/slice.ts'
import { displays } from './displays/slice.ts'
import { makeFirstData } from './first-data.ts'
import type { WebAssets } from './http/pages/page.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import { openVault } from './kit/hash.ts'
import type { Log } from './kit/log.ts'
import { malls } from './malls/slice.ts'
import { media } from './media/slice.ts'
import { msg91Sender } from './messages/senders/msg91.ts'
import { screenMailSender, screenSender } from './messages/senders/screen.ts'
import { smtpSender } from './messages/senders/smtp.ts'
import { messages } from './messages/slice.ts'
import { office } from './office/slice.ts'
import { vendorAccounts } from './payments/accounts/vendor-accounts.ts'
import type { Gateway } from './payments/gateway.ts'
import { gatewaysOf } from './payments/gateways/gateways-of.ts'
import { payments } from './payments/slice.ts'
import { vendorPause } from './payments/vendor-pause.ts'
import { poster } from './poster/slice.ts'
import { queue } from './queue/slice.ts'
import { quotas } from './quotas/slice.ts'
import { type Running, startServing } from './serving.ts'
import { shops } from './shops/slice.ts'
import { signIn } from './sign-in/slice.ts'
import type { Slice } from './slice.ts'
import { slots } from './slots/slice.ts'
import { staff } from './staff/slice.ts'
import { storefront } from './storefront/slice.ts'
import { budgetAlarm } from './verification/budget.ts'
import { verification } from './verification/slice.ts'

/** Everything that the product does, in building order. */
const slices: readonly Slice[] = [
  audit,
  quotas,
  accounts,
  media,
  malls,
  shops,
  staff,
  verification,
  displays,
  counters,
  poster,
  slots,
  queue,
  payments,
  messages,
  signIn,
  storefront,
  desk,
  office,
  demo,
]

/** A demo shows its messages on the screen. */
const sendersFor = ({ msg91, mail }: Config): Pick<Deps, 'sender' | 'mail'> => ({
  sender: msg91 ? msg91Sender(msg91) : screenSender,
  mail: mail ? smtpSender(mail) : screenMailSender,
})

interface Parts {
  config: Config
  log: Log
  database: Database
  /** The clock of this machine. Everything that is stored uses the database's clock. */
  clock?: Clock
  /** The ways to pay; the first is the default. Tests pass their own. */
  gateways?: readonly Gateway[]
}

/** The composition root: starts the product over an open database. */
export async function start({ web, clock = systemClock, ...parts }: Parts & { web: WebAssets }): Promise<Running> {
  const { config, log, database } = parts
  const time = await prepareDatabase(database, { mode: config.mode, clock, log })
  const deps = openDeps({ ...parts, clock: time.clock })
  await makeFirstData(deps, database)
  return startServing({ deps, database, time, slices, web })
}

/** Builds the deps over a migrated database. */
export function openDeps({ config, log, database, clock = systemClock, gateways = gatewaysOf(config) }: Parts): Deps {
  const ways = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  const vault = openVault(config.secretKey, config.previousSecretKey)
  return {
    db: database.db,
    database,
    clock,
    config,
    log,
    vault,
    ...sendersFor(config),
    gateways: ways,
    vendorAccounts: vendorAccounts({ db: database.db, clock, vault }),
    mayAskVendor: vendorPause(clock),
    budgetAlarm: budgetAlarm(log),
    mediaInUse: slices.flatMap((slice) => slice.mediaInUse ?? []),
  }
}
