/** One catalogue per wing or slice and language, without a run-time dependency. */

import { inEach, type Locale } from '#contract/base/locale.ts'

type Plural = { readonly one: string; readonly other: string }
type Names<S> = S extends `${string}{${infer N}}${infer R}` ? N | Names<R> : never
export type Params<M> = M extends Plural ? 'count' | Names<M['one']> | Names<M['other']> : Names<M>

/** A translation must have every key of the English catalogue, plurals as plurals. A missing key is a type error. */
export type Catalogue<E> = { readonly [K in keyof E]: E[K] extends Plural ? Plural : string }

/** Requires exactly the parameters that the English text names. */
export type Say<E> = <K extends keyof E>(
  key: K,
  ...p: [Params<E[K]>] extends [never] ? [] : [{ [N in Params<E[K]>]: string | number }]
) => string

/** Name the type at the call: `speak<ShopperTexts>('hi', hi)`. */
export function speak<E>(locale: string, catalogue: Catalogue<E>): Say<E> {
  const plural = new Intl.PluralRules(locale)
  return (key, ...[given]) => {
    const message = catalogue[key] as string | Plural
    const values = (given ?? {}) as Record<string, string | number>
    const text = typeof message === 'string' ? message : plural.select(Number(values.count)) === 'one' ? message.one : message.other
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  }
}

/** Such as ``(language) => import(`../texts/${language}/pause.ts`)``. */
export type TextFile = (language: Locale) => Promise<Readonly<Record<string, unknown>>>

/** The file exports the texts under the language's name. */
export const catalogueIn = async <E>(language: Locale, file: TextFile): Promise<Catalogue<E>> =>
  (await file(language))[language] as Catalogue<E>

export const catalogueInEach = <E>(file: TextFile): Promise<Readonly<Record<Locale, Catalogue<E>>>> =>
  inEach((locale) => catalogueIn<E>(locale, file))

export const sayIn = async <E>(language: Locale, file: TextFile): Promise<Say<E>> =>
  speak<E>(language, await catalogueIn<E>(language, file))

export const sayInEach = <E>(file: TextFile): Promise<Readonly<Record<Locale, Say<E>>>> => inEach((locale) => sayIn<E>(locale, file))
