interface Hints<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Remembers up to `most` values that save a round trip if they are still right. The caller must check each against what it then reads, so a
 * wrong or missing one costs time and nothing else. The oldest ones are forgotten.
 */
export function hints<Value>(most: number): Hints<Value> {
  const known = new Map<string, Value>()
  return {
    get: (key) => known.get(key),
    set(key, value) {
      known.delete(key)
      known.set(key, value)
      if (known.size <= most) return
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    },
  }
}
