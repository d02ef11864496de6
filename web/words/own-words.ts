import type { Locale } from '#contract/base/locale.ts'
import { type Catalogue, catalogueIn, type Say, sayIn, type TextFile } from '#texts/speak.ts'
import { ownLocale } from './own-locale.ts'

const loading: Promise<void>[] = []

/**
 * Begins to load what a module says, in the person's language only. The returned function gives it once `wordsLoaded` has resolved. TVs of
 * 2021 cannot read an `await` at the top of a module.
 */
function loaded<C>(words: Promise<C>): () => C {
  let came: C | undefined
  const arrived = words.then((all) => {
    came = all
  })
  // `wordsLoaded` reports it.
  arrived.catch(() => undefined)
  loading.push(arrived)
  return () => {
    if (came === undefined) throw new Error('A screen speaks before its words are there.')
    return came
  }
}

/** The texts of a catalogue in the person's language, for words that are found by a key of their own. */
export const ownTexts = <E>(file: TextFile): (() => Catalogue<E>) => loaded(catalogueIn<E>(ownLocale, file))

/** A text by a key that may be newer than this page; undefined if the catalogue has none. */
export function textAt(texts: object, key: string): string | undefined {
  const text: unknown = Reflect.get(texts, key)
  return typeof text === 'string' ? text : undefined
}

export function ownWords<E>(file: TextFile, locale: Locale = ownLocale): Say<E> {
  const say = loaded(sayIn<E>(locale, file))
  return (key, ...values) => say()(key, ...values)
}

/** Resolves when all words of the modules that have run until now are there; rejects if some did not arrive. */
export const wordsLoaded = async (): Promise<void> => void (await Promise.all(loading))
