import type { Locale } from '#contract/base/locale.ts'
import { type BookedPart, sayOfSlots } from '#web/shopper/slots/parts.ts'
import { Booked } from './booked.tsx'

/** A booked ticket, with its words in the reader's language. */
export const bookedPart = async (locale: Locale): Promise<BookedPart> => ({ say: await sayOfSlots(locale), Booked })
