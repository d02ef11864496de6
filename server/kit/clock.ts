/** The only place that reads the machine's clock. Tests hand in a clock they can move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Runs `work` again and again, `ms` milliseconds after it last ended; errors go to `failed`. The answer stops it and waits. */
export function every(ms: number, work: () => Promise<unknown>, failed: (error: unknown) => void): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const turn = () => {
    running = work()
      .catch(failed)
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, ms).unref()
      })
  }
  timer = setTimeout(turn, ms).unref()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
