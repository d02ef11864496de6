import { createContext, use } from 'react'
import type { PassWire } from '../../contract/storefront.wire.ts'
import type { ShopperTexts } from '../../texts/shopper.en.ts'
import type { Say } from '../../texts/speak.ts'
import type { Clock } from '../live/clock.ts'
import type { Screen, World } from './journey.ts'

export type Tell = Say<ShopperTexts>

/** What every screen of the wing can read and do. */
export interface Journey {
  world: World
  say: Tell
  clock: Clock
  /** Shows another screen in place; Back and Reload stay true. Where its code does not arrive, the browser loads the page. */
  go: (screen: Screen, options?: { replace?: boolean }) => void
  /** Takes over a pass that was read; an older one changes nothing. Answers the one that counts now. */
  took: (pass: PassWire) => PassWire
  /** Forgets the pass: the shopper starts again. */
  forgetPass: () => void
  /** Reads the shop anew, silently. */
  refreshShop: () => void
  /** Reads the pass anew; rejects with a `CallFailure`. */
  refreshPass: () => Promise<void>
  /** The shopper's cookie was set just now: the socket takes it along. */
  becameVerified: () => void
  /** Says something in an alert on the page that stays for some seconds, also over a change of screen. */
  alert: (text: string, tone: 'ok' | 'bad') => void
}

export const JourneyContext = createContext<Journey | null>(null)

/** The journey of the screen's wing; throws outside of it. */
export function useJourney(): Journey {
  const journey = use(JourneyContext)
  if (journey === null) throw new Error('a shopper screen outside its journey')
  return journey
}
