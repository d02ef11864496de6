import { Refusal } from '../../contract/errors.ts'
import { HOLD_MINUTES, TICKETS_A_DAY } from '../../contract/queue.ts'
import { MINUTE, serviceDayOf } from '../../contract/time.ts'
import { countersOf } from '../counters/service.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../outbox/announce.ts'
import { keepShop, openStateOf } from '../shops/service.ts'
import { issueTokenNumbers } from './issue.ts'
import type { Ticket } from './rules.ts'
import * as store from './store.ts'
import { lockTicketOrRefuse } from './transition.ts'

/** A verified shopper's wish to join a shop's queue. */
export interface JoinRequest {
  shopId: string
  mobile: string
  name: string
  email: string
  locale: 'en' | 'hi'
  wishedCounterId: string | null
}

/**
 * Takes a ticket at a shop for its service day. The place is held for 15 minutes until it is paid; where the fee is zero the token
 * number is issued at once. There is one live ticket per mobile, shop and day: joining again answers the same one (`isNew` false).
 * Refuses with `not_your_mobile`, `shop_closed`, `too_many_tickets` (10 a day), and as `shopById` does.
 */
export async function joinQueue(
  deps: Deps,
  shopper: { mobile: string },
  request: JoinRequest,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  if (request.mobile !== shopper.mobile) throw new Refusal('not_your_mobile')
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shop = await keepShop(tx, request.shopId)
    const key = { shopId: shop.id, serviceDay: serviceDayOf(now, shop.mall.timeZone), mobile: request.mobile }
    const standing = await store.liveTicketOf(tx, key)
    if (standing) return { ticket: standing, isNew: false }
    if (!openStateOf(shop, now).isOpen) throw new Refusal('shop_closed')
    if ((await store.countTicketsOf(tx, key)) >= TICKETS_A_DAY) throw new Refusal('too_many_tickets')
    const wished = (await countersOf(tx, shop.id)).find(
      (counter) => counter.id === request.wishedCounterId || counter.name === request.wishedCounterId,
    )
    const made = await store.insertTicketOnce(tx, {
      ...key,
      id: newId(),
      mallId: shop.mall.id,
      name: request.name,
      email: request.email,
      locale: request.locale,
      wishedCounterId: wished?.id ?? null,
      lane: shop.fee.totalPaise > 0 ? 'priority' : 'regular',
      holdUntil: new Date(now.getTime() + HOLD_MINUTES * MINUTE),
      createdAt: now,
    })
    if (!made) {
      const rival = await store.liveTicketOf(tx, key)
      if (!rival) throw new Refusal('wrong_state')
      return { ticket: rival, isNew: false }
    }
    if (shop.fee.totalPaise > 0) {
      await announce(tx, now, { kind: 'ticket.held', shopId: shop.id, ticketId: made.id })
      return { ticket: made, isNew: true }
    }
    const [joined = made] = await issueTokenNumbers(tx, [{ ticket: made, shop, actor: { kind: 'shopper', id: request.mobile }, now }])
    return { ticket: joined, isNew: true }
  })
}

/** Marks a held ticket as one whose shopper pays cash at the counter, so that it stands on the staff table as *to pay*. */
export async function markToPay(
  tx: Tx,
  ticketId: string,
  cash: { paymentId: string; amountPaise: number } | null,
  holdUntil: Date,
  now: Date,
): Promise<void> {
  const ticket = await lockTicketOrRefuse(tx, ticketId)
  if (ticket.state !== 'pending_payment') throw new Refusal('wrong_state')
  const changed = await store.changeTicket(tx, ticket, {
    cashPaymentId: cash?.paymentId ?? null,
    dueAmountPaise: cash?.amountPaise ?? null,
    holdUntil,
  })
  if (changed) await announce(tx, now, { kind: cash ? 'ticket.to-pay' : 'ticket.held', shopId: changed.shopId, ticketId: changed.id })
}
