/**
 * Groups items by the sequence from which they take their numbers; they keep their order. The sequences are in the order of their names, so
 * that all callers lock them in the same order.
 */
export function bySequence<Item>(items: readonly Item[], nameOf: (item: Item) => string): [Item, ...Item[]][] {
  const sequences = Map.groupBy(items, nameOf)
  return [...sequences.keys()].sort().map((name) => sequences.get(name) as [Item, ...Item[]])
}

/** `given` is what each sequence gave, in the order of `sequences`. The item at index `n` of a sequence gets its `nth`. */
export function numbering<Item, Given, Got>(
  sequences: readonly (readonly Item[])[],
  given: readonly Given[],
  nth: (given: Given, n: number) => Got,
): (item: Item) => Got {
  const numbers = new Map(sequences.flatMap((items, i) => items.map((item, n) => [item, nth(given[i] as Given, n)] as const)))
  return (item) => numbers.get(item) as Got
}
