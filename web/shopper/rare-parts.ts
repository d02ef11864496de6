import type { ComponentType } from 'react'
import type { Paused, TicketState } from '#contract/queue/queue.ts'
import type { PassWire, StorefrontWire } from '#contract/storefront/shapes.ts'
import type { DemoMessageTexts } from '#texts/en/demo-messages.ts'
import type { EndingTexts } from '#texts/en/ending.ts'
import type { PauseTexts } from '#texts/en/pause.ts'
import type { PayingTexts } from '#texts/en/paying.ts'
import type { PromiseTexts } from '#texts/en/promise.ts'
import type { RefundTexts } from '#texts/en/refund.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { ToPayTexts } from '#texts/en/to-pay.ts'
import type { Say } from '#texts/speak.ts'
import { offersSlots, owesCash, type World } from './journey.ts'
import type { PayingProps } from './payment/paying/props.ts'
import type { HeldSlot, SlotChoice } from './payment/slot-choice.ts'
import type { whenWords } from './slots/slot-times.ts'

/** The states of a ticket whose token screen no longer shows a pass. */
export type EndState = Exclude<TicketState, 'pending_payment' | 'booked' | 'waiting' | 'called'>

export const endsHere = (state: TicketState): state is EndState =>
  state !== 'pending_payment' && state !== 'booked' && state !== 'waiting' && state !== 'called'

/** Parts that few visits show. Each has a file of its own, so the first screen of other visits does not load it. */
export interface Rare {
  ending: { Screen: ComponentType<{ pass: PassWire; state: EndState; say: Say<EndingTexts> }>; say: Say<EndingTexts> }
  toPay: { Screen: ComponentType<{ pass: PassWire; say: Say<ToPayTexts> }>; say: Say<ToPayTexts> }
  scene: ComponentType<{ storefront: StorefrontWire }>
  promise: {
    Terms: ComponentType<{ minutes: number; say: Say<PromiseTexts> }>
    Ticket: ComponentType<{ pass: PassWire; say: Say<PromiseTexts> }>
    say: Say<PromiseTexts>
  }
  paying: { Screen: ComponentType<PayingProps>; say: Say<PayingTexts> }
  pause: { Notice: ComponentType<{ paused: Paused; say: Say<PauseTexts>; ticketIsSafe: boolean }>; say: Say<PauseTexts> }
  /** What the payment page shows if the shop offers slots: the choice, and the clock of the hold. */
  slots: {
    When: ComponentType<{ say: Say<SlotTexts>; onChange: (choice: SlotChoice) => void }>
    HoldClock: ComponentType<{ say: Say<SlotTexts>; slot: HeldSlot; until: string }>
    whenWords: typeof whenWords
    say: Say<SlotTexts>
  }
  booked: { Booked: ComponentType<{ pass: PassWire; say: Say<SlotTexts> }>; say: Say<SlotTexts> }
  messages: { List: ComponentType<{ pass: PassWire; say: Say<DemoMessageTexts> }>; say: Say<DemoMessageTexts> }
  refunds: { Lines: ComponentType<{ pass: PassWire; say: Say<RefundTexts> }>; say: Say<RefundTexts> }
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

/** True for a place that expired with an order: its money may have come late, and the words for that are those of a payment. */
export const wasPaidLate = ({ state, payment }: PassWire): boolean => state === 'expired' && payment !== null

/** The parts that the first paint of a page shows. They must be loaded before the hydration. */
export function rareAtFirst({
  storefront,
  entrance,
  pass,
  screen,
  demo,
}: Pick<World, 'storefront' | 'entrance' | 'pass' | 'screen' | 'demo'>): RareName[] {
  const names: RareName[] = []
  if (screen === 'token' && pass !== null && endsHere(pass.state)) names.push('ending')
  if (screen === 'token' && pass !== null && wasPaidLate(pass)) names.push('paying')
  if (screen === 'token' && pass !== null && owesCash(pass)) names.push('toPay')
  if (screen === 'payment' && storefront !== null && offersSlots(storefront)) names.push('slots')
  if (screen === 'token' && pass?.state === 'booked') names.push('booked')
  if (screen === 'token' && demo && pass?.messages.length) names.push('messages')
  if (screen === 'token' && pass?.payment?.refunds[0]) names.push('refunds')
  if (storefront !== null && entrance === null && storefront.queue.paused !== null) names.push('pause')
  if (storefront?.promise || pass?.promise) names.push('promise')
  return names
}
