import { createContext, use } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { ShopperTexts } from '#texts/en/shopper.ts'
import type { Say } from '#texts/speak.ts'
import type { Clock } from '#web/live/clock.ts'
import type { Screen, World } from './journey.ts'
import type { RareParts } from './rare-parts.ts'

export type Tell = Say<ShopperTexts>

/** What every screen of the wing can read and do. */
export interface Journey {
  world: World
  say: Tell
  clock: Clock
  /** Parts of screens that few visits show. */
  rare: RareParts
  /** Shows another screen in place; Back and Reload still work. If its code does not arrive, the browser loads the page. */
  go: (screen: Screen, options?: { replace?: boolean }) => void
  /** Takes over a pass that was read; an older one changes nothing. Returns the pass that counts now. */
  took: (pass: PassWire) => PassWire
  /** Forgets the pass: the shopper starts again. */
  forgetPass: () => void
  /** Reads the shop again, silently. */
  refreshShop: () => void
  /** Reads the pass again; rejects with a `CallFailure`. */
  refreshPass: () => Promise<void>
  /** The shopper's cookie was just set: the socket reconnects with it. */
  becameVerified: () => void
  /** Shows an alert on the page for some seconds, even if the screen changes. */
  alert: (text: string, tone: 'ok' | 'bad') => void
}

export const JourneyContext = createContext<Journey | null>(null)

/** The journey of the screen's wing; throws outside of it. */
export function useJourney(): Journey {
  const journey = use(JourneyContext)
  if (journey === null) throw new Error('useJourney must be called inside a JourneyContext')
  return journey
}
