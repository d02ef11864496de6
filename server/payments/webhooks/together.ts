import type { VendorName } from '#contract/payments/payments.ts'
import { wouldFailAgain } from '#server/db/errors.ts'
import type { Database } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'
import { batch } from '#server/kit/batch.ts'
import { batchReads } from '#server/kit/batch-reads.ts'
import { onePer } from '#server/kit/one-per.ts'
import { paymentsNamed, vendorKey } from '#server/payments/checks/store.ts'
import type { StoredPayment } from '#server/payments/store.ts'
import { addEvents, type HandledEvent, type ReceivedEvent, settleEvents } from './store.ts'

/** The most events in one statement: a body may have 256 KB. */
const MOST = 100

/** How many events a node handles while their vendors wait for the answer. More would keep the others waiting. */
const MOST_IN_HAND = 4

/** Each statement serves all events of the same moment. */
interface EventsTogether {
  /** True if the node handles the next event at once. `letGo` must follow. In a rush it is false: a worker handles the event soon. */
  takeInHand(): boolean
  letGo(): void
  /** True if the event is new. It is committed then. */
  add(event: ReceivedEvent): Promise<boolean>
  settle(event: HandledEvent): Promise<void>
  paymentNamed(mallId: string, gateway: VendorName, vendorOrderId: string): Promise<StoredPayment | undefined>
}

function eventsTogether({ db, engine }: Pick<Database, 'db' | 'engine'>): EventsTogether {
  const settings = { most: MOST, isFinal: wouldFailAgain }
  const named = batchReads((keys) => paymentsNamed(db, keys))
  let inHand = 0
  return {
    takeInHand() {
      if (inHand === MOST_IN_HAND) return false
      inHand += 1
      return true
    },
    letGo() {
      inHand -= 1
    },
    add: batch(
      async (events: readonly ReceivedEvent[]) => {
        const added = await transaction(db, (tx) => addEvents(tx, events))
        return events.map(({ id }) => added.has(id))
      },
      { ...settings, atOnce: 1 },
    ),
    settle: batch(
      async (events: readonly HandledEvent[]) => {
        await settleEvents(db, events)
        return events.map(() => undefined)
      },
      { ...settings, atOnce: engine === 'postgres' ? 2 : 1 },
    ),
    async paymentNamed(mallId, gateway, vendorOrderId) {
      const payment = await named(vendorKey(gateway, vendorOrderId))
      return payment?.mallId === mallId ? payment : undefined
    },
  }
}

export const eventsOf = onePer(eventsTogether)
