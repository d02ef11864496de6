import { type Locale, localeFrom, nextLocale } from '#contract/base/locale.ts'

/** The language of this document, in which the server began it. A document never changes its language. */
export const ownLocale: Locale = localeFrom(document.documentElement.lang)

/** The language to which the switch leads. A board and a poster show both. */
export const otherLocale: Locale = nextLocale(ownLocale)
