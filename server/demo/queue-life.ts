import type { SignedIn } from '#contract/accounts/accounts.ts'
import { demoAccounts } from '#contract/base/demo.ts'
import { Refusal } from '#contract/base/errors.ts'
import { DAY, MINUTE } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import { arrive, callTicket } from '#server/desk/calling.ts'
import { endTicket } from '#server/desk/end-ticket.ts'
import { confirmPayment } from '#server/payments/capture/confirm.ts'
import { openOrder } from '#server/payments/orders/open-order.ts'
import { joinQueue } from '#server/queue/join/join-queue.ts'
import { hadTickets } from '#server/queue/read-queue.ts'
import { dayOf, openStateOf, type Shop, shopById } from '#server/shops/service.ts'
import { staffAccounts } from '#server/staff/service.ts'
import { DEMO_SHOP } from './seed.ts'

/** In the order of joining. */
const today = [
  { name: 'Ananya Iyer', mobile: '9000000001', minutesAgo: 38, end: 'served' },
  { name: 'Vikram Shetty', mobile: '9000000002', minutesAgo: 33, end: 'served' },
  { name: 'Ishaan Rao', mobile: '9000000003', minutesAgo: 21, end: 'waiting' },
  { name: 'Meera Nair', mobile: '9000000004', minutesAgo: 17, end: 'waiting' },
  { name: 'Lakshmi Venkataraman', mobile: '9000000005', minutesAgo: 12, end: 'waiting' },
  { name: 'Rohan Mehta', mobile: '9000000006', minutesAgo: 7, end: 'waiting' },
  { name: 'Farah Khan', mobile: '9000000007', minutesAgo: 2, end: 'to-pay' },
] as const

/** These came on days before, so that the owner's screens can compare. */
const earlier = [
  { name: 'Kabir Malhotra', mobile: '9000000008', minutesAgo: 45, end: 'served' },
  { name: 'Diya Menon', mobile: '9000000009', minutesAgo: 35, end: 'no_show' },
  { name: 'Arjun Pillai', mobile: '9000000010', minutesAgo: 25, end: 'served' },
] as const

/** Yesterday, and what today and yesterday are compared with. The oldest comes first: receipts have their numbers in the order of time. */
const EARLIER_DAYS = [8, 7, 1]

type Person = (typeof today | typeof earlier)[number]

/** Minutes from joining to each step. */
const STEPS = { call: 9, arrive: 11, complete: 14 }

/**
 * Fills the demo shop's queue on each service day with the real stories. A removed or closed shop stays empty; in a free shop no one pays.
 */
export async function bringQueueToLife(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const shop = await shopById(deps.db, DEMO_SHOP).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!shop || !openStateOf(shop, now).isOpen) return
  if (await hadTickets(deps.db, shop.id, dayOf(shop, now))) return
  const desk = await deskOf(deps, shop)
  for (const days of EARLIER_DAYS) {
    const then = new Date(now.getTime() - days * DAY)
    if (openStateOf(shop, then).isOpen && !(await hadTickets(deps.db, shop.id, dayOf(shop, then))))
      for (const person of earlier) await visit(deps, desk, shop, person, then)
  }
  for (const person of today) await visit(deps, desk, shop, person, now)
}

/** Whose presses these are: its staff, if they are still there. */
async function deskOf({ db }: Deps, shop: Shop): Promise<SignedIn> {
  const [member] = await staffAccounts(db, shop.id)
  const { id, name, email } = member ?? { id: 'demo', ...demoAccounts.staff }
  return { account: { id, name, email, role: 'staff' }, mallIds: [], shopIds: [shop.id] }
}

/** `now` is a moment of the day of the visit. */
async function visit(deps: Deps, desk: SignedIn, shop: Shop, person: Person, now: Date): Promise<void> {
  // Shortly after the day begins, all have just joined: no one joins on another day.
  const wanted = new Date(now.getTime() - person.minutesAgo * MINUTE)
  const joined = dayOf(shop, wanted) === dayOf(shop, now) && openStateOf(shop, wanted).isOpen ? wanted : now
  const after = (minutes: number): Deps => {
    const at = new Date(Math.min(joined.getTime() + minutes * MINUTE, now.getTime()))
    return { ...deps, clock: { now: () => at } }
  }
  const shopper = { mobile: person.mobile }
  const email = `${person.name.split(' ')[0]?.toLowerCase()}@example.in`
  const { ticket } = await joinQueue(after(0), shopper, {
    shopId: shop.id,
    mobile: person.mobile,
    name: person.name,
    email,
    locale: 'en',
    wishedCounterId: null,
  })
  if (ticket.number === null) {
    const order = await openOrder(after(0), shopper, ticket.id, { gateway: person.end === 'to-pay' ? 'cash' : 'demo' })
    if (person.end === 'to-pay') return
    await confirmPayment(after(0), { account: null, shopper }, order.payment.id, {})
  }
  if (person.end !== 'served' && person.end !== 'no_show') return
  await callTicket(after(STEPS.call), desk, ticket.id)
  if (person.end === 'no_show') return void (await endTicket(after(STEPS.complete), desk, ticket.id, 'no_show'))
  await arrive(after(STEPS.arrive), desk, ticket.id)
  await endTicket(after(STEPS.complete), desk, ticket.id, 'complete')
}
