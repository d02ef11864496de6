/** Typed message catalogues: one file per wing or slice and language, one function for all, no run-time dependency. */

type Plural = { readonly one: string; readonly other: string }
type Names<S> = S extends `${string}{${infer N}}${infer R}` ? N | Names<R> : never
/** The values that a message names. */
export type Params<M> = M extends Plural ? 'count' | Names<M['one']> | Names<M['other']> : Names<M>

/** The shape a translation must have: every key of the English catalogue, plurals as plurals. A missing key is a type error. */
export type Catalogue<E> = { readonly [K in keyof E]: E[K] extends Plural ? Plural : string }

/** Returns one message of a catalogue. It requires exactly the parameters that the English text names. */
export type Say<E> = <K extends keyof E>(
  key: K,
  ...p: [Params<E[K]>] extends [never] ? [] : [{ [N in Params<E[K]>]: string | number }]
) => string

/** Returns the `Say` of a catalogue. Name the type at the call: `speak<ShopperTexts>('hi', hi)`. */
export function speak<E>(locale: string, catalogue: Catalogue<E>): Say<E> {
  const plural = new Intl.PluralRules(locale)
  return (key, ...[given]) => {
    const message = catalogue[key] as string | Plural
    const values = (given ?? {}) as Record<string, string | number>
    const text = typeof message === 'string' ? message : plural.select(Number(values.count)) === 'one' ? message.one : message.other
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  }
}
