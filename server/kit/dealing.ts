/**
 * Items by the sequence that they take their numbers of: in their own order within it, and the sequences in the order of their names, so
 * that all who lock several of them lock them in one order.
 */
export function bySequence<Item>(items: readonly Item[], nameOf: (item: Item) => string): [Item, ...Item[]][] {
  const sequences = Map.groupBy(items, nameOf)
  return [...sequences.keys()].sort().map((name) => sequences.get(name) as [Item, ...Item[]])
}

/** Deals out what each sequence gave (`given`, in the order of `sequences`): the nth item of a sequence, from 0, gets its `nth`. */
export function dealing<Item, Given, Got>(
  sequences: readonly (readonly Item[])[],
  given: readonly Given[],
  nth: (given: Given, n: number) => Got,
): (item: Item) => Got {
  const dealt = new Map(sequences.flatMap((items, i) => items.map((item, n) => [item, nth(given[i] as Given, n)] as const)))
  return (item) => dealt.get(item) as Got
}
