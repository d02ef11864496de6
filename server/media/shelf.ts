/** What a node keeps at hand of its files, in bytes: a hall of phones asks for the same few pictures in the same minute. */
const SHELF_BYTES = 16 * 1024 * 1024

/**
 * A reader that keeps what it has read, the longest unused going first. For files that never change; one that is not there is
 * asked for again.
 */
export function shelf<T extends { bytes: Uint8Array }>(read: (name: string) => Promise<T | null>): (name: string) => Promise<T | null> {
  const kept = new Map<string, T>()
  let size = 0
  return async (name) => {
    const known = kept.get(name)
    const found = known ?? (await read(name))
    if (!found) return null
    // A map keeps the order of insertion: what is used goes to its end.
    if (kept.delete(name)) size -= found.bytes.length
    kept.set(name, found)
    size += found.bytes.length
    for (const [oldest, file] of kept) {
      if (size <= SHELF_BYTES || oldest === name) break
      kept.delete(oldest)
      size -= file.bytes.length
    }
    return found
  }
}
