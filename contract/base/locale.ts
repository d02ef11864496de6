/**
 * How India writes dates and times in each language, for `Intl`; digits are the same in all. A new language has its row here and a folder
 * in `texts/`.
 */
export const formatOf = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' } as const
export type Locale = keyof typeof formatOf
export const locales = Object.keys(formatOf) as [Locale, ...Locale[]]

/** The language of the contract's own sentences, and of a person whose language we do not know. */
const FIRST: Locale = 'en'

/** Returns English if the text names none of our languages. */
export const localeFrom = (text: string | undefined): Locale => locales.find((locale) => locale === text?.toLowerCase()) ?? FIRST

/** The language to which the switch on each page leads. It is also the second language of the board and of a poster. */
export const nextLocale = (locale: Locale): Locale => locales[locales.indexOf(locale) + 1] ?? locales[0]

export const inEach = async <T>(make: (locale: Locale) => Promise<T>): Promise<Readonly<Record<Locale, T>>> =>
  Object.fromEntries(await Promise.all(locales.map(async (locale) => [locale, await make(locale)])))
