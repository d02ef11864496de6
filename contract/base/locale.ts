/** The languages of the product. To add one, begin here: the compiler names what is missing. */
export const locales = ['en', 'hi'] as const
export type Locale = (typeof locales)[number]

/** The language of the contract's own sentences, and of a person whose language we do not know. */
const FIRST: Locale = 'en'

/** Returns the language that a text names, such as a cookie, an attribute or a row; English if it names none of ours. */
export const localeFrom = (text: string | undefined): Locale => locales.find((locale) => locale === text?.toLowerCase()) ?? FIRST

/** The language to which the switch on each page leads. It is also the second language of the board and of a poster. */
export const nextLocale: Readonly<Record<Locale, Locale>> = { en: 'hi', hi: 'en' }

/** How India writes dates and times in each language, for `Intl`. Digits are the same in both. */
export const formatOf: Readonly<Record<Locale, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }
