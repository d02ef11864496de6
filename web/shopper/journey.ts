import { paths } from '../../contract/paths.ts'
import type { TicketState } from '../../contract/queue.ts'
import type { FirstData, MallEntrance, PassWire, StorefrontWire } from '../../contract/storefront.wire.ts'
import type { Digest } from '../../contract/waiting.ts'

/** The rules of the shopper's way through the screens: pure, the same on the server and in the browser. */

export type Screen = FirstData['screen']

/** Everything the screens show. */
export interface World {
  screen: Screen
  locale: 'en' | 'hi'
  shopId: string | null
  storefront: StorefrontWire | null
  entrance: MallEntrance | null
  pass: PassWire | null
  verified: boolean
  demo: boolean
  /** The counter whose code was scanned, kept through the journey. */
  counter: string | null
  /** Since when (epoch ms by the server's clock) what is shown may be old; null while connected. */
  staleSince: number | null
}

export function firstWorld(data: FirstData): World {
  const { screen, locale, storefront, entrance, pass, verified, demo, counter } = data
  return { screen, locale, shopId: storefront?.shop.id ?? null, storefront, entrance, pass, verified, demo, counter, staleSince: null }
}

const ended: readonly TicketState[] = ['served', 'no_show', 'cancelled', 'expired']

/** True for a ticket that has left the queue for good. */
export const hasEnded = (state: TicketState): boolean => ended.includes(state)

/** True where the shopper chose cash and the staff have not taken it yet. */
export const owesCash = (pass: PassWire): boolean =>
  pass.state === 'pending_payment' && pass.payment?.gateway === 'cash' && pass.payment.state === 'created'

/** True where the shopper has not paid yet and did not choose cash. */
export const owesOnline = (pass: PassWire): boolean => pass.state === 'pending_payment' && !owesCash(pass)

/** The pass that is newer, so that a screen never goes back: by version, then by the shop's stream, then by the reading. */
export function newerPass(held: PassWire | null, heard: PassWire): PassWire {
  if (held === null) return heard
  if (held.id !== heard.id) return hasEnded(held.state) || heard.serverTime > held.serverTime ? heard : held
  if (heard.version !== held.version) return heard.version > held.version ? heard : held
  if (heard.seq !== held.seq) return heard.seq > held.seq ? heard : held
  return heard.serverTime >= held.serverTime ? heard : held
}

/** The same for a shop's public queue. */
export const newerDigest = (held: Digest, heard: Digest): Digest => (heard.seq >= held.seq ? heard : held)

/**
 * The screen a person belongs on when asking for `wanted` (by a press, Back, or an old address): somebody with a place never
 * types it again, nobody pays twice, and without a place there is nothing to pay.
 */
export function rightScreen(wanted: Screen, pass: PassWire | null): Screen {
  if (wanted === 'information') {
    if (pass === null || hasEnded(pass.state)) return 'information'
    return owesOnline(pass) ? 'payment' : 'token'
  }
  if (wanted === 'payment') {
    if (pass === null) return 'information'
    // Who chose cash may still choose otherwise.
    return pass.state === 'pending_payment' ? 'payment' : 'token'
  }
  if (wanted === 'token') return pass !== null && owesOnline(pass) ? 'payment' : 'token'
  return wanted
}

/** The address of a screen, with the scanned counter. */
export function addressOf(screen: Screen, world: Pick<World, 'shopId' | 'pass' | 'counter'>): string {
  const shopId = world.shopId ?? ''
  const path =
    screen === 'information'
      ? paths.information(shopId)
      : screen === 'payment'
        ? paths.payment(shopId, world.pass?.id ?? '')
        : screen === 'token'
          ? paths.token(shopId)
          : paths.welcome(shopId)
  if (world.counter === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}counter=${encodeURIComponent(world.counter)}`
}
