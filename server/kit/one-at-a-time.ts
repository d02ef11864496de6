/** Runs `work` one at a time; a call during a run makes one more run after it. Resolves when there is nothing left to run. */
export function oneAtATime(work: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
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
