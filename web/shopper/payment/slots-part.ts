import type { Locale } from '#contract/base/locale.ts'
import { type SlotsPart, sayOfSlots } from '#web/shopper/slots/parts.ts'
import { whenWords } from '#web/shopper/slots/slot-times.ts'
import { HoldClock, When } from './when.tsx'

/** The choice of a slot on the payment page, with its words in the reader's language. */
export const slotsPart = async (locale: Locale): Promise<SlotsPart> => ({ say: await sayOfSlots(locale), When, HoldClock, whenWords })
