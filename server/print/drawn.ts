import { LRUCache } from 'lru-cache'

/** Keeps drawn PDFs, up to this many bytes, and joins requests for the same one. */
export function keepDrawn(mostBytes: number): (key: string, draw: () => Promise<Buffer | null>) => Promise<Buffer | null> {
  const kept = new LRUCache<string, Buffer, () => Promise<Buffer | null>>({
    maxSize: mostBytes,
    sizeCalculation: (pdf) => Math.max(1, pdf.length),
    // A failed drawing is not kept, and neither is one without a PDF. A request gets its PDF even if it leaves the memory at once.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: draw }) => (await draw()) ?? undefined,
  })
  return async (key, draw) => (await kept.fetch(key, { context: draw })) ?? null
}
