/** Components hear the changes with `useSyncExternalStore`. */
export interface Watched<T> {
  get: () => T
  set: (next: T) => void
  /** Returns a function that stops it. */
  subscribe: (heard: () => void) => () => void
}

export function watched<T>(first: T): Watched<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return
      value = next
      for (const heard of listeners) heard()
    },
    subscribe: (heard) => {
      listeners.add(heard)
      return () => {
        listeners.delete(heard)
      }
    },
  }
}
