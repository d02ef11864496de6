import type { ComponentType } from 'react'
import type { Paused } from '#contract/queue/queue.ts'
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
import { fileInTime } from '#web/device/file-in-time.ts'
import { type EndState, endsHere, offersSlots, owesCash, type Screen, type World, wasPaidLate } from './journey.ts'
import type { PayingProps } from './payment/paying/props.ts'
import type { HeldSlot, SlotChoice } from './payment/slot-choice.ts'
import type { refundRule, whenWords } from './slots/slot-times.ts'

/**
 * Each screen, and each part that few visits show, has a file of its own, with what it says. The first screen of a visit loads none of the
 * others. `late-imports.ts` says where they are.
 */
export interface LateParts extends Record<Screen, ComponentType> {
  ending: { Ending: ComponentType<{ pass: PassWire; state: EndState; say: Say<EndingTexts> }>; say: Say<EndingTexts> }
  toPay: { ToPay: ComponentType<{ pass: PassWire; say: Say<ToPayTexts> }>; say: Say<ToPayTexts> }
  scene: ComponentType<{ storefront: StorefrontWire }>
  promise: {
    Terms: ComponentType<{ minutes: number; say: Say<PromiseTexts> }>
    Ticket: ComponentType<{ pass: PassWire; say: Say<PromiseTexts> }>
    say: Say<PromiseTexts>
  }
  paying: { Paying: ComponentType<PayingProps>; say: Say<PayingTexts> }
  pause: { PausedNotice: ComponentType<{ paused: Paused; say: Say<PauseTexts>; ticketIsSafe: boolean }>; say: Say<PauseTexts> }
  /** What the payment page shows if the shop offers slots: the choice, and the clock of the hold. */
  slots: {
    When: ComponentType<{ say: Say<SlotTexts>; onChange: (choice: SlotChoice) => void }>
    HoldClock: ComponentType<{ say: Say<SlotTexts>; slot: HeldSlot; until: string }>
    whenWords: typeof whenWords
    refundRule: typeof refundRule
    say: Say<SlotTexts>
  }
  booked: { Booked: ComponentType<{ pass: PassWire; say: Say<SlotTexts> }>; say: Say<SlotTexts> }
  messages: { MessageList: ComponentType<{ pass: PassWire; say: Say<DemoMessageTexts> }>; say: Say<DemoMessageTexts> }
  refunds: { RefundLines: ComponentType<{ pass: PassWire; say: Say<RefundTexts> }>; say: Say<RefundTexts> }
}

/** On the server all parts are loaded, in the browser each when it is needed. */
export interface Late {
  /** Undefined until its code is loaded. */
  at: <N extends keyof LateParts>(name: N) => LateParts[N] | undefined
  /** Rejects if that fails or takes longer than 120 s. */
  load: (name: keyof LateParts) => Promise<void>
}

export function later(imports: { [N in keyof LateParts]: () => Promise<LateParts[N]> }): Late {
  const here: Partial<LateParts> = {}
  const keep = async <N extends keyof LateParts>(name: N) => {
    if (here[name] !== undefined) return
    here[name] = await fileInTime(imports[name]())
  }
  return { at: (name) => here[name], load: keep }
}

/** The rare parts that the first paint of a page shows. They must be loaded before the hydration. */
export function partsAtFirst({
  storefront,
  entrance,
  pass,
  screen,
  demo,
}: Pick<World, 'storefront' | 'entrance' | 'pass' | 'screen' | 'demo'>): (keyof LateParts)[] {
  const names: (keyof LateParts)[] = []
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
