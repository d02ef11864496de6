import type { Database } from '#server/db/open.ts'
import { shopBatches } from '#server/db/shop-batches.ts'
import { together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { batchReads } from '#server/kit/batch-reads.ts'
import { captureAll } from './capture/capture.ts'
import type { Gateways } from './gateway.ts'
import { keepVendorOrders } from './orders/keep-vendor-orders.ts'
import { orderAll } from './orders/order-all.ts'
import { readOrders } from './orders/read-orders.ts'
import { eventsTogether } from './webhooks/together.ts'

/** Makes what payments do together with others of the same moment, over the open database. */
export const paymentGates = (database: Database, gateways: Gateways): Pick<Deps, 'orders' | 'capture' | 'orderOf' | 'events'> => ({
  orders: { open: shopBatches(database, orderAll(gateways)), keep: shopBatches(database, keepVendorOrders) },
  capture: shopBatches(database, captureAll),
  orderOf: batchReads((ids) => together(database.db, (db) => readOrders(db, ids))),
  events: eventsTogether(database),
})
