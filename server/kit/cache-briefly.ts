import type { Clock } from './clock.ts'

/**
 * Makes a reader that returns what it read within the last `forMs` again, so the value may be as old as that. Use it for values that anyone
 * may ask for at any rate. It keeps at most `most` keys, and no failures.
 */
export function cacheBriefly<T>(
  clock: Clock,
  { forMs, most }: { forMs: number; most: number },
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new Map<string, { until: number; value: Promise<T> }>()
  return (key) => {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known && now < known.until) return known.value
    const value = read(key)
    kept.delete(key)
    kept.set(key, { until: now + forMs, value })
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    value.catch(() => kept.get(key)?.value === value && kept.delete(key))
    return value
  }
}
