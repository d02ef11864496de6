import type { Locale } from '#contract/base/locale.ts'
import { type Catalogue, type Say, speak } from '#texts/speak.ts'
import { ownLocale } from './own-locale.ts'

type InEach<C> = Readonly<Record<Locale, () => Promise<C>>>

const loading: Promise<void>[] = []

/**
 * Begins to load what a module says, in the person's language only. Returns a function that gives it: a screen is shown when `wordsLoaded` has
 * resolved. (An `await` at the top of the module would be shorter, and TVs of 2021 cannot read it.)
 */
export function inOwnLanguage<C>(each: InEach<C>): () => C {
  let words: C | undefined
  const arrived = each[ownLocale]().then((all) => {
    words = all
  })
  // `wordsLoaded` reports it.
  arrived.catch(() => undefined)
  loading.push(arrived)
  return () => {
    if (words === undefined) throw new Error('A screen speaks before its words are there.')
    return words
  }
}

/** Says the texts of a catalogue that `inOwnLanguage` gives. */
export function sayFrom<E>(words: () => Catalogue<E>): Say<E> {
  let say: Say<E> | undefined
  return (key, ...values) => {
    say ??= speak<E>(ownLocale, words())
    return say(key, ...values)
  }
}

/** Says the texts of a catalogue in the person's language. */
export const ownWords = <E>(each: InEach<Catalogue<E>>): Say<E> => sayFrom<E>(inOwnLanguage(each))

/** Resolves when all words of the modules that have run until now are there; rejects if some did not arrive. */
export const wordsLoaded = async (): Promise<void> => void (await Promise.all(loading))
