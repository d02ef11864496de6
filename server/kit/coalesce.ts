import { batchReads } from './batch-reads.ts'

/**
 * Callers who ask for a key at the same moment get the same answer or refusal. Those who ask while reads are in flight share the next read,
 * so each value was read after its caller asked.
 */
export function coalesceReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const together = batchReads(async (keys) => {
    const reads = new Map(keys.map((key) => [key, read(key)]))
    await Promise.allSettled(reads.values())
    return reads
  })
  return async (key) => (await together(key)) as Value
}

/**
 * Never runs `work` twice at the same time. Calls during a run cause one more run after it, however many they are. Resolves when there is
 * nothing left to run. `failed` gets the error of a run; no call is rejected.
 */
export function coalesceRuns(work: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const run = async (): Promise<void> => {
    do {
      again = false
      await work().catch(failed)
    } while (again)
  }
  return () => {
    if (running) again = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
