import { z } from 'zod'
import { Refusal } from '../../contract/errors.ts'
import { paths, shopperScreenOf } from '../../contract/paths.ts'
import {
  type FirstData,
  type MallEntrance,
  type Pass,
  pass as passWire,
  type StorefrontWire,
  storefront as storefrontWire,
} from '../../contract/storefront.wire.ts'
import type { Caller } from '../caller.ts'
import { countersEver } from '../counters/service.ts'
import { type Tx, together } from '../db/transaction.ts'
import { displayOf } from '../displays/service.ts'
import type { Clock } from '../kit/clock.ts'
import { messagesOf } from '../messages/service.ts'
import { lastSeqs } from '../outbox/relay.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { moneyOf } from '../payments/read-payments.ts'
import { countdownOf, readDigest, readDigests, ticketFor, todaysTicket } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import { mallWithShops, openStateOf, type Shop, shopById } from '../shops/service.ts'

/** What anyone may know of a shop, live state of its queue included; refuses as `shopById` does. */
export async function readStorefront(deps: PaymentDeps, shopId: string): Promise<z.output<typeof storefrontWire>> {
  return storefrontOf(deps, await shopById(deps.db, shopId))
}

async function storefrontOf(deps: PaymentDeps, shop: Shop): Promise<z.output<typeof storefrontWire>> {
  const now = deps.clock.now()
  const { shopId: _shopId, ...display } = await displayOf(deps.db, shop)
  const { basePaise, extraPaise, totalPaise, taxBasisPoints } = shop.fee
  return {
    kind: 'shop',
    shop: {
      id: shop.id,
      name: shop.name,
      description: shop.description,
      image: shop.image,
      mallId: shop.mall.id,
      mallTitle: shop.mall.title,
      place: shop.place,
      timeZone: shop.mall.timeZone,
      supportContact: shop.supportContact,
    },
    display,
    fee: { basePaise, extraPaise, totalPaise, taxBasisPoints, currency: 'INR', refundOnLeave: shop.refundOnLeave },
    lanes: [
      { lane: 'priority', headStartMinutes: shop.headStartMinutes },
      { lane: 'regular', headStartMinutes: 0 },
    ],
    slots: [],
    gateways: [...deps.gateways.keys()],
    open: openStateOf(shop, now),
    queue: await readDigest(deps.db, shop, now),
    demo: deps.config.mode === 'demo',
  }
}

/** A ticket as its shopper sees it: the call, the money, the messages. */
export async function passOf(deps: PassDeps, ticket: Ticket): Promise<Pass> {
  const [pass] = await passesOf(deps, [ticket])
  if (!pass) throw new Error('a ticket has no pass')
  return pass
}

/** What passes are read from. */
interface PassDeps {
  db: Pick<Tx, 'selectFrom'>
  clock: Clock
}

/** The same for several tickets, in the order given, in as many queries as for one. */
export async function passesOf({ db, clock }: PassDeps, tickets: readonly Ticket[]): Promise<Pass[]> {
  const ids = tickets.map((ticket) => ticket.id)
  const called = tickets.filter((ticket) => countdownOf(ticket) && ticket.counterId !== null)
  const beside = {
    seqs: await lastSeqs(db, [...new Set(tickets.map((ticket) => ticket.shopId))]),
    counters: await countersEver(db, ...new Set(called.map((ticket) => ticket.shopId))),
    money: await moneyOf(db, ids),
    messages: await messagesOf(db, ids),
    now: clock.now(),
  }
  return tickets.map((ticket) => passWith(ticket, beside))
}

/** What a pass shows beside the ticket itself, by the ticket's id or its shop's. */
interface Beside {
  seqs: Awaited<ReturnType<typeof lastSeqs>>
  counters: Awaited<ReturnType<typeof countersEver>>
  money: Awaited<ReturnType<typeof moneyOf>>
  messages: Awaited<ReturnType<typeof messagesOf>>
  now: Date
}

function passWith(ticket: Ticket, { seqs, counters, money, messages, now }: Beside): Pass {
  const countdown = countdownOf(ticket)
  const { payment = null, receiptId = null } = money.get(ticket.id) ?? {}
  return {
    id: ticket.id,
    shopId: ticket.shopId,
    name: ticket.name,
    mobile: ticket.mobile,
    number: ticket.number,
    state: ticket.state,
    lane: ticket.lane,
    joinedAt: ticket.joinedAt,
    version: ticket.version,
    seq: seqs.get(ticket.shopId) ?? 0,
    call: countdown ? { ...countdown, counter: counters.find((counter) => counter.id === ticket.counterId)?.name ?? null } : null,
    payment: payment
      ? { id: payment.id, state: payment.state, gateway: payment.gateway, amountPaise: payment.amountPaise, expiresAt: payment.expiresAt }
      : null,
    receiptId,
    heldUntil: ticket.holdUntil,
    messages: messages.get(ticket.id) ?? [],
    serverTime: now.getTime(),
  }
}

/** The pass of a ticket that the caller may read; else `ticket_not_found`. */
export const readPass = (deps: PaymentDeps, who: Caller, ticketId: string): Promise<Pass> =>
  together(deps.db, async (db) => passOf({ db, clock: deps.clock }, await ticketFor(db, who, ticketId)))

async function entranceOf(deps: PaymentDeps, mallId: string): Promise<MallEntrance> {
  const { mall, shops } = await mallWithShops(deps.db, mallId)
  const now = deps.clock.now()
  const digests = await readDigests(deps.db, shops, now)
  return {
    kind: 'mall',
    mall: { id: mall.id, title: mall.title, description: mall.description, image: mall.image },
    shops: shops.map((shop, i) => ({
      id: shop.id,
      name: shop.name,
      description: shop.description,
      image: shop.image,
      waiting: digests[i]?.waiting ?? 0,
      isOpen: openStateOf(shop, now).isOpen,
      totalPaise: shop.fee.totalPaise,
    })),
    demo: deps.config.mode === 'demo',
  }
}

/** A page that was asked for: its path and query, the language, and the verified mobile of the caller's cookie. */
export interface PageRequest {
  path: string
  query: URLSearchParams
  locale: 'en' | 'hi'
  shopper: { mobile: string } | null
}

/**
 * What a shopper screen shows first, or the step the visitor belongs to by the server's state: Reload, Back and old links always land
 * right. A foreign or ended `userId` is ignored: the cookie says who it is.
 */
export async function firstDataFor(deps: PaymentDeps, request: PageRequest): Promise<FirstData | { redirect: string }> {
  const place = shopperScreenOf(request.path)
  const base = {
    locale: request.locale,
    demo: deps.config.mode === 'demo',
    counter: request.query.get('counter'),
    serverTime: deps.clock.now().getTime(),
  }
  const empty = { ...base, storefront: null, entrance: null, pass: null, verified: request.shopper !== null }
  const missing: FirstData = { ...empty, screen: 'missing' }
  if (!place) return missing
  const shop = await shopById(deps.db, place.id).catch((error: unknown) => {
    if (error instanceof Refusal) return error.code === 'is_a_mall' ? ('mall' as const) : null
    throw error
  })
  if (shop === null) return missing
  if (shop === 'mall')
    return place.screen === 'welcome' ? { ...empty, screen: 'entrance', entrance: await entranceOf(deps, place.id) } : missing
  const ticket = request.shopper ? await todaysTicket(deps.db, shop, request.shopper.mobile, deps.clock.now()) : null
  const pass = ticket ? await passOf(deps, ticket) : null
  const step = stepFor(shop.id, place.screen, pass)
  if (step !== null) return { redirect: withCounter(step, base.counter) }
  const storefront: StorefrontWire = z.encode(storefrontWire, await storefrontOf(deps, shop))
  return { ...empty, screen: place.screen, storefront, pass: pass && z.encode(passWire, pass) }
}

/** Where the visitor belongs instead of the screen asked for; null where it is the right one. */
function stepFor(shopId: string, screen: 'welcome' | 'information' | 'payment' | 'token', pass: Pass | null): string | null {
  const owes = pass?.state === 'pending_payment'
  const toPay = owes && pass.payment?.gateway === 'cash' && pass.payment.state === 'created'
  const live = pass !== null && ['waiting', 'called', 'serving', 'missed'].includes(pass.state)
  if (screen === 'information') return live || toPay ? paths.token(shopId) : owes ? paths.payment(shopId, pass.id) : null
  if (screen === 'payment') return owes ? null : pass ? paths.token(shopId) : paths.information(shopId)
  if (screen === 'token') return !pass ? paths.information(shopId) : owes && !toPay ? paths.payment(shopId, pass.id) : null
  return null
}

const withCounter = (path: string, counter: string | null): string =>
  counter === null ? path : `${path}${path.includes('?') ? '&' : '?'}counter=${encodeURIComponent(counter)}`
