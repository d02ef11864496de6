import { z } from 'zod'
import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { peopleAheadOf } from '#contract/queue/waiting.ts'
import { paths } from '#contract/screens.ts'
import { segmentsOf, shopperScreenOf } from '#contract/shopper-screens.ts'
import { type Pass, pass as passWire, type StorefrontWire, storefront as storefrontWire } from '#contract/storefront/shapes.ts'
import type { FirstData, MallEntrance } from '#contract/storefront/storefront.ts'
import type { Caller } from '#server/caller.ts'
import { countersEver } from '#server/counters/service.ts'
import { inOneTrip, type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { displayOf } from '#server/displays/service.ts'
import { idOfSegment } from '#server/malls/slugs.ts'
import { messagesOf } from '#server/messages/service.ts'
import { lastSeqs } from '#server/outbox/relay.ts'
import { waysToPay } from '#server/payments/accounts/ways-to-pay.ts'
import { moneyOf } from '#server/payments/orders/read-payments.ts'
import { refundsShown } from '#server/payments/refunds/shown.ts'
import { promiseShown } from '#server/queue/promise-rules.ts'
import {
  countdownOf,
  currentTicket,
  likelyTickets,
  readDigest,
  readDigests,
  ticketFor,
  ticketThatCounts,
} from '#server/queue/read-queue.ts'
import { recentTicketsOf } from '#server/queue/read-tickets.ts'
import { isLive, type Ticket } from '#server/queue/rules.ts'
import { movableUntil, remindAt, slotOf } from '#server/queue/slot-rules.ts'
import { contactOf, mallWithShops, openStateOf, type Shop, shopById, shopsOnRecord } from '#server/shops/service.ts'
import { promiseOf } from '#server/shops/shop-settings.ts'
import { isOutsideHours, nextSlots, slotsOffered } from '#server/slots/service.ts'

/** Includes the live state of the queue; refuses as `shopById` does. */
export async function readStorefront(deps: Deps, shopId: string): Promise<z.output<typeof storefrontWire>> {
  return together(deps.db, async (db) => storefrontOf({ ...deps, db }, await shopById(db, shopId)))
}

async function storefrontOf(deps: Reading & Pick<Deps, 'gateways' | 'config'>, shop: Shop): Promise<z.output<typeof storefrontWire>> {
  const now = deps.clock.now()
  const [{ shopId: _shopId, ...display }, queue, gateways, slots] = await inOneTrip(
    deps.db,
    () => displayOf(deps.db, shop),
    () => readDigest(deps.db, shop, now),
    () => waysToPay(deps.db, deps.gateways, shop.mall.id),
    () => nextSlots(deps.db, shop, now),
  )
  const { basePaise, extraPaise, totalPaise, taxBasisPoints } = shop.fee
  const offer = slotsOffered(shop)
  return {
    kind: 'shop',
    shop: {
      id: shop.id,
      slug: shop.slug,
      name: shop.name,
      description: shop.description,
      image: shop.image,
      mallId: shop.mall.id,
      mallTitle: shop.mall.title,
      place: shop.place,
      timeZone: shop.mall.timeZone,
      dayStartHour: shop.mall.dayStartHour,
      supportContact: contactOf(shop),
      usualWaitMinutes: shop.usualWaitMinutes,
    },
    display,
    fee: { basePaise, extraPaise, totalPaise, taxBasisPoints, currency: 'INR', refundOnLeave: shop.refundOnLeave },
    promise: shop.fee.totalPaise > 0 ? promiseOf(shop) : null,
    lanes: [
      { lane: 'priority', headStartMinutes: shop.headStartMinutes },
      { lane: 'regular', headStartMinutes: 0 },
    ],
    slots,
    booking: offer && { minutes: offer.minutes, daysAhead: offer.daysAhead, moveUntilMinutes: offer.moveUntilMinutes },
    gateways,
    open: openStateOf(shop, now),
    queue,
    demo: deps.config.mode === 'demo',
  }
}

export async function passOf(deps: Reading, ticket: Ticket): Promise<Pass> {
  const [pass] = await passesOf(deps, [ticket])
  if (!pass) throw new Error('a ticket has no pass')
  return pass
}

type Reading = Pick<Deps, 'clock'> & { db: Reader }

/** Returns passes in the order given, in as many queries as for one ticket. */
export async function passesOf({ db, clock }: Reading, tickets: readonly Ticket[]): Promise<Pass[]> {
  const ids = tickets.map((ticket) => ticket.id)
  const called = tickets.filter(isAtCounter)
  const shopIds = [...new Set(tickets.map((ticket) => ticket.shopId))]
  const booked = new Set(tickets.filter(({ state }) => state === 'booked').map((ticket) => ticket.shopId))
  const [seqs, counters, money, messages, shops] = await inOneTrip(
    db,
    () => lastSeqs(db, shopIds),
    () => countersEver(db, ...new Set(called.map((ticket) => ticket.shopId))),
    () => moneyOf(db, ids),
    () => messagesOf(db, ids),
    async () => (booked.size > 0 ? shopsOnRecord(db, [...booked]) : new Map<string, Shop>()),
  )
  const beside = { seqs, counters, money, messages, shops, now: clock.now() }
  return tickets.map((ticket) => passWith(ticket, beside))
}

const isAtCounter = ({ state, counterId }: Ticket): boolean => (state === 'called' || state === 'serving') && counterId !== null

/** Keyed by the id of the ticket or of its shop. */
interface Beside {
  seqs: Awaited<ReturnType<typeof lastSeqs>>
  counters: Awaited<ReturnType<typeof countersEver>>
  money: Awaited<ReturnType<typeof moneyOf>>
  messages: Awaited<ReturnType<typeof messagesOf>>
  /** The shops of booked tickets. */
  shops: ReadonlyMap<string, Shop>
  now: Date
}

function passWith(ticket: Ticket, { seqs, counters, money, messages, shops, now }: Beside): Pass {
  const [countdown, slot] = [countdownOf(ticket), slotOf(ticket)]
  const shop = ticket.state === 'booked' ? shops.get(ticket.shopId) : undefined
  const counter = isAtCounter(ticket) ? (counters.find(({ id }) => id === ticket.counterId)?.name ?? null) : null
  const { payment = null, receiptId = null, refunds = [] } = money.get(ticket.id) ?? {}
  return {
    id: ticket.id,
    shopId: ticket.shopId,
    name: ticket.name,
    mobile: ticket.mobile,
    number: ticket.number,
    state: ticket.state,
    lane: ticket.lane,
    joinedAt: ticket.joinedAt,
    slot,
    moveUntil: moveUntilIn(ticket, shop, now),
    address: shop?.mall.address ?? null,
    refundUntil: shop && slot && isOutsideHours(shop, slot) ? null : ticket.refundUntil,
    remindAt: ticket.state === 'booked' && ticket.slotStartsAt && !ticket.slotRemindedAt ? remindAt(ticket.slotStartsAt) : null,
    version: ticket.version,
    seq: seqs.get(ticket.shopId) ?? 0,
    call: countdown && { ...countdown, rings: ticket.callCount, counter, missedAt: (ticket.graceEndsAt ?? now).getTime() },
    counter,
    undoneAt: ticket.state === 'waiting' ? (ticket.callUndoneAt?.getTime() ?? null) : null,
    payment: payment
      ? {
          id: payment.id,
          state: payment.state,
          gateway: payment.gateway,
          amountPaise: payment.amountPaise,
          expiresAt: payment.expiresAt,
          refundOnLeave: payment.refundOnLeave,
          refunds: refundsShown(refunds),
        }
      : null,
    promise: promiseIn(ticket),
    receiptId,
    heldUntil: ticket.holdUntil,
    messages: messages.get(ticket.id) ?? [],
    serverTime: now.getTime(),
  }
}

/** Without slots there is nothing to move to. */
function moveUntilIn(ticket: Ticket, shop: Shop | undefined, now: Date): Date | null {
  const offer = shop ? slotsOffered(shop) : null
  return offer && movableUntil(ticket, offer.moveUntilMinutes, now)
}

function promiseIn(ticket: Ticket): Pass['promise'] {
  const [minutes, shown] = [ticket.promiseMinutes, promiseShown(ticket)]
  if (minutes === null) return null
  return shown === null ? { minutes, until: null, state: null } : { minutes, until: shown.until.getTime(), state: shown.state }
}

/** Refuses with `ticket_not_found` if the caller cannot read the ticket. */
export const readPass = (deps: Deps, who: Caller, ticketId: string): Promise<Pass> =>
  together(deps.db, async (db) => passOf({ db, clock: deps.clock }, await ticketFor(db, who, ticketId)))

async function entranceOf(deps: Reading & Pick<Deps, 'config'>, mallId: string, shopper: PageRequest['shopper']): Promise<MallEntrance> {
  const now = deps.clock.now()
  const [{ mall, shops }, recent] = await inOneTrip(
    deps.db,
    () => mallWithShops(deps.db, mallId),
    async () => (shopper ? recentTicketsOf(deps.db, shopper.mobile, now) : []),
  )
  const digests = await readDigests(deps.db, shops, now)
  return {
    kind: 'mall',
    mall: { id: mall.id, slug: mall.slug, title: mall.title, description: mall.description, image: mall.image },
    shops: shops.map((shop, i) => ({
      id: shop.id,
      slug: shop.slug,
      name: shop.name,
      description: shop.description,
      image: shop.image,
      waiting: digests[i]?.waiting ?? 0,
      isOpen: openStateOf(shop, now).isOpen,
      paused: digests[i]?.paused ?? null,
      totalPaise: shop.fee.totalPaise,
    })),
    tickets: shops.flatMap((shop, i) => {
      const ticket = ticketThatCounts(recent, shop, now)
      const digest = digests[i]
      if (!ticket || !digest || !isLive(ticket)) return []
      const { number, state, lane } = ticket
      const ahead = state === 'waiting' && number !== null ? peopleAheadOf(digest, number, lane) : null
      return [{ shopId: shop.id, slug: shop.slug, shopName: shop.name, number, state, ahead }]
    }),
    demo: deps.config.mode === 'demo',
  }
}

/** `shopper` is the verified mobile of the caller's cookie. */
export interface PageRequest {
  path: string
  query: URLSearchParams
  locale: Locale
  shopper: { mobile: string } | null
}

/**
 * Returns the first data of a shopper screen, or a redirect. An earlier address or an id redirects to the address of today. A shopper at
 * another step, by the server's state, is redirected to it. So Reload, Back and old links always lead to the right screen. A foreign or
 * ended `userId` in the address is ignored: the cookie identifies the shopper.
 */
export const firstDataFor = (deps: Deps, request: PageRequest): Promise<FirstData | { redirect: string }> =>
  together(deps.db, (db) => readFirstData({ ...deps, db }, request))

async function readFirstData(
  deps: Reading & Pick<Deps, 'gateways' | 'config'>,
  request: PageRequest,
): Promise<FirstData | { redirect: string }> {
  const asked = shopperScreenOf(request.path)
  const base = {
    locale: request.locale,
    demo: deps.config.mode === 'demo',
    counter: request.query.get('counter'),
    serverTime: deps.clock.now().getTime(),
  }
  const empty = { ...base, storefront: null, entrance: null, pass: null, verified: request.shopper !== null }
  const missing: FirstData = { ...empty, screen: 'missing' }
  if (!asked) return missing
  const { shopper } = request
  const id = await idOfSegment(deps.db, asked.id)
  const [shop, likely] = await inOneTrip(
    deps.db,
    () =>
      shopById(deps.db, id).catch((error: unknown) => {
        if (error instanceof Refusal) return error.code === 'is_a_mall' ? ('mall' as const) : null
        throw error
      }),
    async () => (shopper ? likelyTickets(deps.db, id, shopper.mobile) : null),
  )
  if (shop === null) return missing
  if (shop === 'mall') {
    if (asked.screen !== 'welcome') return missing
    const entrance = await entranceOf(deps, id, shopper)
    return entrance.mall.slug === asked.id
      ? { ...empty, screen: 'entrance', entrance }
      : { redirect: withQuery(paths.welcome(entrance.mall.slug), request) }
  }
  if (shop.slug !== asked.id) return { redirect: withQuery(`/${[shop.slug, ...segmentsOf(request.path).slice(1)].join('/')}`, request) }
  const ticket = shopper ? await currentTicket(deps.db, shop, shopper.mobile, deps.clock.now(), likely) : null
  const [pass, storefront] = await inOneTrip(
    deps.db,
    async () => (ticket ? passOf(deps, ticket) : null),
    () => storefrontOf(deps, shop),
  )
  const step = stepFor(shop.slug, asked.screen, pass)
  if (step !== null) return { redirect: withCounter(step, base.counter) }
  const wire: StorefrontWire = z.encode(storefrontWire, storefront)
  return { ...empty, screen: asked.screen, storefront: wire, pass: pass && z.encode(passWire, pass) }
}

/** The path where the shopper belongs; null if the requested screen is the right one. */
function stepFor(slug: string, screen: 'welcome' | 'information' | 'payment' | 'token', pass: Pass | null): string | null {
  const owes = pass?.state === 'pending_payment'
  const toPay = owes && pass.payment?.gateway === 'cash' && pass.payment.state === 'created'
  const live = pass !== null && isLive(pass) && !owes
  if (screen === 'information') return live || toPay ? paths.token(slug) : owes ? paths.payment(slug, pass.id) : null
  if (screen === 'payment') return owes ? null : pass ? paths.token(slug) : paths.information(slug)
  if (screen === 'token') return !pass ? paths.information(slug) : owes && !toPay ? paths.payment(slug, pass.id) : null
  return null
}

const withQuery = (path: string, { query }: PageRequest): string => (query.size === 0 ? path : `${path}?${query}`)

const withCounter = (path: string, counter: string | null): string =>
  counter === null ? path : `${path}${path.includes('?') ? '&' : '?'}counter=${encodeURIComponent(counter)}`
