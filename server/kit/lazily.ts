/** Returns a function that calls `make` when it is first called, and from then on returns what that call returned. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
