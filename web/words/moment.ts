import { formatOf } from '#contract/base/locale.ts'
import { zoned } from '#contract/base/zoned.ts'
import { ownLocale } from './own-locale.ts'

/** `21 Nov 2026, 6:02 pm` in the person's language, in a time zone, or in this device's own if none is given. */
export const moment = (at: Date, timeZone?: string): string =>
  zoned(at.getTime(), formatOf[ownLocale], timeZone, { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' })
