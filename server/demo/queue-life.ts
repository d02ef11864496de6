import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { MINUTE } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import { arrive, callTicket } from '#server/desk/calling.ts'
import { endTicket } from '#server/desk/end-ticket.ts'
import { confirmPayment } from '#server/payments/capture/confirm.ts'
import { openOrder } from '#server/payments/orders/open-order.ts'
import { joinQueue } from '#server/queue/join/join-queue.ts'
import { hadTickets } from '#server/queue/read-queue.ts'
import { dayOf, openStateOf, shopById } from '#server/shops/service.ts'
import { DEMO_MALL, DEMO_SHOP } from './seed.ts'

/** The people in the demo queue, in the order they joined: minutes ago, and how far they have got. */
const people = [
  { name: 'Ananya Iyer', mobile: '9000000001', minutesAgo: 38, end: 'served' },
  { name: 'Vikram Shetty', mobile: '9000000002', minutesAgo: 33, end: 'served' },
  { name: 'Ishaan Rao', mobile: '9000000003', minutesAgo: 21, end: 'waiting' },
  { name: 'Meera Nair', mobile: '9000000004', minutesAgo: 17, end: 'waiting' },
  { name: 'Lakshmi Venkataraman', mobile: '9000000005', minutesAgo: 12, end: 'waiting' },
  { name: 'Rohan Mehta', mobile: '9000000006', minutesAgo: 7, end: 'waiting' },
  { name: 'Farah Khan', mobile: '9000000007', minutesAgo: 2, end: 'to-pay' },
] as const

const desk: SignedIn = { account: { id: 'demo', name: 'Demo', email: 'demo@demo.test', role: 'owner' }, mallIds: [DEMO_MALL], shopIds: [] }

/**
 * Fills the demo shop's queue again on each service day; every step uses the real stories. A shop that was removed or closed in the demo
 * stays empty; in a free shop no one pays.
 */
export async function bringQueueToLife(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const shop = await shopById(deps.db, DEMO_SHOP).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!shop || !openStateOf(shop, now).isOpen) return
  const today = dayOf(shop, now)
  if (await hadTickets(deps.db, shop.id, today)) return
  for (const person of people) {
    // Shortly after the day begins, all of them have just joined: no one joins on the day before.
    const wished = new Date(now.getTime() - person.minutesAgo * MINUTE)
    const joined = dayOf(shop, wished) === today && openStateOf(shop, wished).isOpen ? wished : now
    const then: Deps = { ...deps, clock: { now: () => joined } }
    const shopper = { mobile: person.mobile }
    const email = `${person.name.split(' ')[0]?.toLowerCase()}@example.in`
    const { ticket } = await joinQueue(then, shopper, {
      shopId: shop.id,
      mobile: person.mobile,
      name: person.name,
      email,
      locale: 'en',
      wishedCounterId: null,
    })
    if (ticket.number === null) {
      const order = await openOrder(then, shopper, ticket.id, { gateway: person.end === 'to-pay' ? 'cash' : 'demo' })
      if (person.end === 'to-pay') continue
      await confirmPayment(then, { account: null, shopper }, order.payment.id, {})
    }
    if (person.end === 'served') {
      await callTicket(then, desk, ticket.id)
      await arrive(then, desk, ticket.id)
      await endTicket(then, desk, ticket.id, 'complete')
    }
  }
}
