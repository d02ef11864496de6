import { createContext, use, useEffect, useState } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { ShopperTexts } from '#texts/en/shopper.ts'
import type { Say } from '#texts/speak.ts'
import { comeBack } from '#web/device/come-back.ts'
import type { Clock } from '#web/live/clock.ts'
import type { Screen, World } from './journey.ts'
import type { Late, LateParts } from './late-parts.ts'
import type { PlacesLeft } from './link.ts'

export type Tell = Say<ShopperTexts>

export interface Journey {
  world: World
  say: Tell
  clock: Clock
  late: Late
  /** Shows another screen in place; Back and Reload still work. If its code does not arrive, the browser loads the page. */
  go: (screen: Screen, options?: { replace?: boolean }) => void
  /** Takes over a pass that was read; an older one changes nothing. Returns the pass that counts now. */
  took: (pass: PassWire) => PassWire
  /** The shopper starts again. */
  forgetPass: () => void
  /** Reads the shop again, silently. */
  refreshShop: () => void
  /** Rejects with a `CallFailure`. */
  refreshPass: () => Promise<void>
  /** The shopper's cookie was just set: the socket reconnects with it. */
  becameVerified: () => void
  /** Calls back whenever places of slots were taken or came back. Returns a function that stops it. */
  onPlaces: (heard: (left: PlacesLeft) => void) => () => void
  /** Shows an alert on the page for some seconds, even if the screen changes. */
  alert: (text: string, tone: 'ok' | 'bad') => void
}

export const JourneyContext = createContext<Journey | null>(null)

export function useJourney(): Journey {
  const journey = use(JourneyContext)
  if (journey === null) throw new Error('useJourney must be called inside a JourneyContext')
  return journey
}

/** The parts without which their screen shows nothing to go on with. */
const needed: ReadonlySet<keyof LateParts> = new Set(['ending', 'toPay', 'booked', 'slots', 'paying'])

/** The part if it is wanted and its code is loaded; a wanted part that is missing gets loaded. */
export function useLate<N extends keyof LateParts>(name: N, isWanted: boolean): LateParts[N] | undefined {
  const { late } = useJourney()
  const [, came] = useState(0)
  const part = late.at(name)
  const isMissing = isWanted && part === undefined
  useEffect(() => {
    if (!isMissing) return
    let over = false
    late.load(name).then(
      () => !over && came((n) => n + 1),
      () => !over && needed.has(name) && comeBack({ tells: false }),
    )
    return () => {
      over = true
    }
  }, [isMissing, name, late])
  return isWanted ? part : undefined
}
