/**
 * Returns what a link in a mail carries after its `#`, which no server and no log sees; null if a name is missing. It can be read once: the
 * address is cleared at once, so that the code does not stay in the history of a shared computer.
 */
export function takeFragment<K extends string>(...names: readonly K[]): Record<K, string> | null {
  const carried = new URLSearchParams(window.location.hash.slice(1))
  const values = names.map((name) => [name, carried.get(name) ?? ''] as const)
  if (values.some(([, value]) => value === '')) return null
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return Object.fromEntries(values) as Record<K, string>
}
