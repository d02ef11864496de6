/** The only place that reads the machine's clock. Tests hand in a clock they can move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Runs `work` again and again, every `ms` milliseconds, on the beats of the process: what runs every second runs in the same wake, and what
 * runs every two seconds in every other of them. A process that sleeps pays for each time it is woken more than for what it does then. Work
 * that takes longer than to the next beat goes on with the one after it, never two at once. Errors go to `failed`. The answer stops it and
 * waits.
 */
export function every(ms: number, work: () => Promise<unknown>, failed: (error: unknown) => void): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const turn = () => {
    running = work()
      .catch(failed)
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, untilBeat(performance.now(), ms)).unref()
      })
  }
  timer = setTimeout(turn, untilBeat(performance.now(), ms)).unref()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/** The pause from a moment to the next beat of so many ms; to the one after where it comes within a tenth: a timer may fire early. */
export function untilBeat(now: number, ms: number): number {
  const wait = ms - (now % ms)
  return wait < ms / 10 ? wait + ms : wait
}
