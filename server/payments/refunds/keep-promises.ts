import { limit } from '#server/db/limits.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import * as store from '#server/payments/store.ts'
import { lockFreeTickets } from '#server/queue/issue.ts'
import { isPromiseBroken } from '#server/queue/promise-rules.ts'
import { type EndedPromise, endPromises, promisesOver } from '#server/queue/promises.ts'
import { markForRefund, SYSTEM } from './refunds.ts'

const AT_A_TIME = 200
/** The queries skip locked rows: this limit is for locks that we do not expect. */
const LOCK_MS = 1000

/**
 * Refunds the fee of each ticket that was not called in time; the ticket keeps its position and is still served. The work is found in the
 * rows, so a crash loses nothing. A ticket or payment whose row is locked waits for the next run. A call locks the ticket too, so either
 * the call or the refund comes first. May run on every node at once.
 */
export async function keepPromises(deps: Deps): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await promisesOver(deps.db, deps.clock.now(), after, AT_A_TIME)
    const last = ids.at(-1)
    if (last === undefined) return
    await transaction(deps.db, (tx) => keep(tx, ids, deps.clock.now())).catch((error) =>
      deps.log.error({ err: error, tickets: ids.length }, 'service promises could not be kept, trying again'),
    )
    after = last
  }
}

async function keep(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await limit(tx, { lockMs: LOCK_MS })
  // They run in this order.
  const [payments, tickets, paid] = await Promise.all([
    store.lockFreePaymentsOfTickets(tx, ids),
    lockFreeTickets(tx, ids),
    store.ticketsWithOpenPayment(tx, ids),
  ])
  const ended: EndedPromise[] = []
  for (const ticket of tickets.values()) {
    if (ticket.promiseState !== 'open') continue
    const payment = payments.get(ticket.id)
    if (!isPromiseBroken(ticket, now)) ended.push({ ticket, state: 'kept', refundPaise: 0 })
    else if (payment?.state === 'captured') {
      const refundPaise = await markForRefund(tx, payment, now, { kind: 'promise', actor: SYSTEM })
      ended.push({ ticket, state: 'broken', refundPaise })
    }
    // If the fee went back for another reason, there is nothing left to refund. A payment that another transaction has locked must wait.
    else if (!paid.includes(ticket.id)) ended.push({ ticket, state: 'ended', refundPaise: 0 })
  }
  endPromises(tx, ended, now)
}
