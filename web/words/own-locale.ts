import { type Locale, localeFrom } from '#contract/base/locale.ts'

/** The language of this document, in which the server began it. A document never changes its language. */
export const ownLocale: Locale = localeFrom(document.documentElement.lang)
