/** Keeps PDFs that were drawn, and joins requests for the same one. */
export interface Shelf {
  /**
   * Returns the kept PDF of a key, or the one that is being drawn, or what `draw` returns. Null if `draw` refuses to begin. A drawing that
   * fails is not kept, and neither is one without a PDF.
   */
  get(key: string, draw: () => Promise<Buffer | null> | null): Promise<Buffer | null> | null
}

/** Opens a shelf. If it has more bytes than that, the oldest PDFs leave first. */
export function openShelf(mostBytes: number): Shelf {
  const kept = new Map<string, Buffer>()
  const drawing = new Map<string, Promise<Buffer | null>>()
  let bytes = 0
  const keep = (key: string, pdf: Buffer | null) => {
    if (pdf === null) return
    kept.set(key, pdf)
    bytes += pdf.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostBytes) break
      kept.delete(oldest)
      bytes -= length
    }
  }
  return {
    get(key, draw) {
      const known = kept.get(key)
      if (known) return Promise.resolve(known)
      const begun = drawing.get(key) ?? draw()
      if (begun === null || drawing.has(key)) return begun
      drawing.set(key, begun)
      begun
        .then((pdf) => keep(key, pdf))
        .catch(() => {})
        .finally(() => drawing.delete(key))
      return begun
    },
  }
}
