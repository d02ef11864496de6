import type { Locale } from '#contract/base/locale.ts'
import type { TicketState } from '#contract/queue/queue.ts'
import type { Digest } from '#contract/queue/waiting.ts'
import { shopperPaths } from '#contract/shopper-screens.ts'
import type { PassWire, StorefrontWire } from '#contract/storefront/shapes.ts'
import type { FirstData, MallEntrance } from '#contract/storefront/storefront.ts'

/** Pure rules for the shopper's way through the screens, the same on the server and in the browser. */

export type Screen = FirstData['screen']

export interface World {
  screen: Screen
  locale: Locale
  shopId: string | null
  storefront: StorefrontWire | null
  entrance: MallEntrance | null
  pass: PassWire | null
  verified: boolean
  demo: boolean
  /** The counter whose code was scanned, kept through the journey. */
  counter: string | null
  /** Since when the screen may be out of date (epoch ms by the server's clock); null while connected. */
  staleSince: number | null
}

export function firstWorld(data: FirstData): World {
  const { screen, locale, storefront, entrance, pass, verified, demo, counter } = data
  return { screen, locale, shopId: storefront?.shop.id ?? null, storefront, entrance, pass, verified, demo, counter, staleSince: null }
}

const ended: readonly TicketState[] = ['served', 'no_show', 'cancelled', 'expired']

/** True for a ticket that has left the queue for good. */
export const hasEnded = (state: TicketState): boolean => ended.includes(state)

/** The states of a ticket whose token screen no longer shows a pass. */
export type EndState = Exclude<TicketState, 'pending_payment' | 'booked' | 'waiting' | 'called'>

export const endsHere = (state: TicketState): state is EndState =>
  state !== 'pending_payment' && state !== 'booked' && state !== 'waiting' && state !== 'called'

/** True for a place that expired with an order: its money may have come late, and the words for that are those of a payment. */
export const wasPaidLate = ({ state, payment }: PassWire): boolean => state === 'expired' && payment !== null

export const owesCash = (pass: PassWire): boolean =>
  pass.state === 'pending_payment' && pass.payment?.gateway === 'cash' && pass.payment.state === 'created'

export const owesOnline = (pass: PassWire): boolean => pass.state === 'pending_payment' && !owesCash(pass)

const holdHasEnded = ({ state, slot, number }: PassWire): boolean => state === 'expired' && slot !== null && number === null

/** Slots are paid online, because a hold is shorter than the way to the counter. So a shop that takes only cash shows none. */
export const offersSlots = ({ booking, gateways }: Pick<StorefrontWire, 'booking' | 'gateways'>): boolean =>
  booking !== null && gateways.some((name) => name !== 'cash')

/**
 * A screen never goes back: the newer pass counts, by version, then by sequence number, then by the time of reading. Of two tickets, the
 * one that has not ended counts: news of the end of the old one may be younger than the new one.
 */
export function newerPass(held: PassWire | null, heard: PassWire): PassWire {
  if (held === null) return heard
  if (held.id !== heard.id) {
    if (hasEnded(held.state) !== hasEnded(heard.state)) return hasEnded(held.state) ? heard : held
    return heard.serverTime > held.serverTime ? heard : held
  }
  if (heard.version !== held.version) return heard.version > held.version ? heard : held
  if (heard.seq !== held.seq) return heard.seq > held.seq ? heard : held
  return heard.serverTime >= held.serverTime ? heard : held
}

export const newerDigest = (held: Digest, heard: Digest): Digest => (heard.seq >= held.seq ? heard : held)

/**
 * `wanted` comes from a press, Back, or an old address. A shopper with a ticket never types the details again. No one pays twice, and
 * without a ticket there is nothing to pay.
 */
export function rightScreen(wanted: Screen, pass: PassWire | null): Screen {
  if (wanted === 'information') {
    if (pass === null || hasEnded(pass.state)) return 'information'
    return owesOnline(pass) ? 'payment' : 'token'
  }
  if (wanted === 'payment') {
    if (pass === null) return 'information'
    // A shopper who chose cash may still choose another way to pay, and one whose hold of a slot has ended another slot.
    return pass.state === 'pending_payment' || holdHasEnded(pass) ? 'payment' : 'token'
  }
  if (wanted === 'token') return pass !== null && owesOnline(pass) ? 'payment' : 'token'
  return wanted
}

/** Only the payment's document may load a vendor's script, and no other screen is shown in it. */
export const changesDocument = ({ screen, storefront }: Pick<World, 'screen' | 'storefront'>, next: Screen): boolean =>
  (screen === 'payment') !== (next === 'payment') &&
  storefront !== null &&
  storefront.gateways.some((name) => name !== 'demo' && name !== 'cash')

/** Empty without a shop. */
export const slugOf = ({ storefront }: Pick<World, 'storefront'>): string => storefront?.shop.slug ?? ''

/** The address keeps the scanned counter. */
export function addressOf(screen: Screen, world: Pick<World, 'storefront' | 'pass' | 'counter'>): string {
  const slug = slugOf(world)
  const path =
    screen === 'information'
      ? shopperPaths.information(slug)
      : screen === 'payment'
        ? shopperPaths.payment(slug, world.pass?.id ?? '')
        : screen === 'token'
          ? shopperPaths.token(slug)
          : shopperPaths.welcome(slug)
  if (world.counter === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}counter=${encodeURIComponent(world.counter)}`
}
