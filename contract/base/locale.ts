/**
 * The languages, each with its folder in `texts/`. `format` is how India writes dates and times in it, for `Intl`; digits are the same in all.
 * `name` and `readIn` are in the language itself, for the switch that leads to it.
 */
export const languages = {
  en: { format: 'en-IN', name: 'English', readIn: 'Read in English' },
  hi: { format: 'hi-IN-u-nu-latn', name: 'हिन्दी', readIn: 'हिन्दी में पढ़ें' },
} as const
export type Locale = keyof typeof languages
export const locales = Object.keys(languages) as [Locale, ...Locale[]]

/** The language of the contract's own sentences, and of a person whose language we do not know. */
const FIRST: Locale = 'en'

/** Returns English if the text names none of our languages. */
export const localeFrom = (text: string | undefined): Locale => locales.find((locale) => locale === text?.toLowerCase()) ?? FIRST

/** The language to which the switch on each page leads. It is also the second language of the board and of a poster. */
export const nextLocale = (locale: Locale): Locale => locales[locales.indexOf(locale) + 1] ?? locales[0]

export const inEach = async <T>(make: (locale: Locale) => Promise<T>): Promise<Readonly<Record<Locale, T>>> =>
  Object.fromEntries(await Promise.all(locales.map(async (locale) => [locale, await make(locale)])))
