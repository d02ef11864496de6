import { languages } from '#contract/base/locale.ts'
import { zoned } from '#contract/base/zoned.ts'
import { ownLocale } from './own-locale.ts'

/** `21 Nov 2026, 6:02 pm` in the person's language; without a time zone, in this device's own. */
export const moment = (at: Date, timeZone?: string): string =>
  zoned(at.getTime(), languages[ownLocale].format, timeZone, { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' })
