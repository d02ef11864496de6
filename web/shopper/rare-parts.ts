import type { ComponentType } from 'react'
import type { Paused, TicketState } from '#contract/queue/queue.ts'
import type { PassWire, StorefrontWire } from '#contract/storefront/shapes.ts'
import type { PauseTexts } from '#texts/en/pause.ts'
import type { Say } from '#texts/speak.ts'
import type { World } from './journey.ts'

/** The states of a ticket whose token screen no longer shows a pass. */
export type EndState = Exclude<TicketState, 'pending_payment' | 'waiting' | 'called'>

export const endsHere = (state: TicketState): state is EndState => state !== 'pending_payment' && state !== 'waiting' && state !== 'called'

/** Parts that few visits show. Each has a file of its own, so the first screen of other visits does not load it. */
export interface Rare {
  ending: ComponentType<{ pass: PassWire; state: EndState }>
  scene: ComponentType<{ storefront: StorefrontWire }>
  pause: { Notice: ComponentType<{ paused: Paused; say: Say<PauseTexts>; ticketIsSafe: boolean }>; say: Say<PauseTexts> }
}

export type RareName = keyof Rare

/** The source of these parts: on the server all are loaded, in the browser each is loaded when it is needed. */
export interface RareParts {
  /** The part, if its code is loaded. */
  at: <N extends RareName>(name: N) => Rare[N] | undefined
  /** Loads the part's code; rejects if that fails. */
  load: (name: RareName) => Promise<void>
}

/** Makes the browser's parts from one import function each. */
export function lazyParts(imports: { [N in RareName]: () => Promise<Rare[N]> }): RareParts {
  const here: Partial<Rare> = {}
  const keep = async <N extends RareName>(name: N) => {
    here[name] = await imports[name]()
  }
  return { at: (name) => here[name], load: keep }
}

/** The parts that the first paint of a page shows. They must be loaded before the hydration. */
export function rareAtFirst({
  storefront,
  entrance,
  pass,
  screen,
}: Pick<World, 'storefront' | 'entrance' | 'pass' | 'screen'>): RareName[] {
  const names: RareName[] = []
  if (screen === 'token' && pass !== null && endsHere(pass.state)) names.push('ending')
  if (storefront !== null && entrance === null && storefront.queue.paused !== null) names.push('pause')
  return names
}
