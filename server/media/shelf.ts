/** How many bytes of files a node keeps in memory: a hall full of phones asks for the same few pictures in the same minute. */
const SHELF_BYTES = 16 * 1024 * 1024

/**
 * Makes a reader that keeps in memory what it has read, and drops the least recently used first. Use it only for files that never change. A
 * file that does not exist is read again each time.
 */
export function shelf<T extends { bytes: Uint8Array }>(read: (name: string) => Promise<T | null>): (name: string) => Promise<T | null> {
  const kept = new Map<string, T>()
  let size = 0
  return async (name) => {
    const known = kept.get(name)
    const found = known ?? (await read(name))
    if (!found) return null
    // A map keeps the order of insertion, so a used file moves to the end.
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
