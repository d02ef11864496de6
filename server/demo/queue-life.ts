import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { MINUTE, serviceDayOf } from '../../contract/time.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { confirmPayment } from '../payments/confirm.ts'
import { openOrder } from '../payments/orders.ts'
import { callTicket, endTicket } from '../queue/desk.ts'
import { joinQueue } from '../queue/join-queue.ts'
import { hadTickets } from '../queue/read-queue.ts'
import { openStateOf, shopById } from '../shops/service.ts'
import { DEMO_MALL, DEMO_SHOP } from './seed.ts'

/** People of the demo queue, in the order they joined: minutes ago, and how far they have got. */
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
 * Puts some life into the demo shop's queue, made anew each service day; every step goes through the real stories. A shop that was
 * removed or closed in the demo stays empty; a free one owes nothing.
 */
export async function bringQueueToLife(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now()
  const shop = await shopById(deps.db, DEMO_SHOP).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!shop || !openStateOf(shop, now).isOpen) return
  const today = serviceDayOf(now, shop.mall.timeZone)
  if (await hadTickets(deps.db, shop.id, today)) return
  for (const person of people) {
    // Shortly after midnight everybody has just come: nobody joins on the day before.
    const wished = new Date(now.getTime() - person.minutesAgo * MINUTE)
    const joined = serviceDayOf(wished, shop.mall.timeZone) === today && openStateOf(shop, wished).isOpen ? wished : now
    const then: PaymentDeps = { ...deps, clock: { now: () => joined } }
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
      const order = await openOrder(then, shopper, ticket.id, person.end === 'to-pay' ? 'cash' : 'demo')
      if (person.end === 'to-pay') continue
      await confirmPayment(then, { account: null, shopper }, order.payment.id, {})
    }
    if (person.end === 'served') {
      await callTicket(then, desk, ticket.id)
      await endTicket(then, desk, ticket.id, 'complete')
    }
  }
}
