import type { ComponentType } from 'react'
import type { Locale } from '#contract/base/locale.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import { type Catalogue, type Say, speak } from '#texts/speak.ts'
import type { HeldSlot, SlotChoice } from '#web/shopper/payment/slot-choice.ts'
import type { whenWords } from './slot-times.ts'

/** What the payment page shows if the shop offers slots: the choice, and the clock of the hold. */
export interface SlotsPart {
  say: Say<SlotTexts>
  When: ComponentType<{ say: Say<SlotTexts>; onChange: (choice: SlotChoice) => void }>
  HoldClock: ComponentType<{ say: Say<SlotTexts>; slot: HeldSlot; until: string }>
  whenWords: typeof whenWords
}

/** What the token page shows for a booked ticket. */
export interface BookedPart {
  say: Say<SlotTexts>
  Booked: ComponentType<{ say: Say<SlotTexts>; pass: PassWire }>
}

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<SlotTexts>>>> = {
  en: () => import('#texts/en/slots.ts').then((module) => module.en),
  hi: () => import('#texts/hi/slots.ts').then((module) => module.hi),
}

/** Loads the words of slots in the reader's language. */
export const sayOfSlots = async (locale: Locale): Promise<Say<SlotTexts>> => speak<SlotTexts>(locale, await catalogues[locale]())
