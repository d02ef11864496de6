/**
 * Groups items by the sequence from which they take their numbers. Items keep their order within a sequence. The sequences are in the order
 * of their names, so that all callers lock several sequences in the same order.
 */
export function bySequence<Item>(items: readonly Item[], nameOf: (item: Item) => string): [Item, ...Item[]][] {
  const sequences = Map.groupBy(items, nameOf)
  return [...sequences.keys()].sort().map((name) => sequences.get(name) as [Item, ...Item[]])
}

/** Numbers the items from what each sequence gave (`given`, in the order of `sequences`): the item at index `n` of a sequence gets its `nth`. */
export function numbering<Item, Given, Got>(
  sequences: readonly (readonly Item[])[],
  given: readonly Given[],
  nth: (given: Given, n: number) => Got,
): (item: Item) => Got {
  const numbers = new Map(sequences.flatMap((items, i) => items.map((item, n) => [item, nth(given[i] as Given, n)] as const)))
  return (item) => numbers.get(item) as Got
}
