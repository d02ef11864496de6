/** The only place that reads the machine's clock. Tests pass a clock that they can move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Runs `work` every `ms` milliseconds, on the beats of the process. So all work shares its wake-ups: for a sleeping process, a wake-up
 * costs more than the work in it. If a run lasts beyond the next beat, the next one begins at the beat after its end; two never run at
 * once. Errors go to `failed`. Returns a function that stops it and waits for the current run.
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

/**
 * Returns the pause in ms to the next multiple of `ms`. If that is less than a tenth of `ms` away, it is the one after: a timer may fire
 * early.
 */
export function untilBeat(now: number, ms: number): number {
  const wait = ms - (now % ms)
  return wait < ms / 10 ? wait + ms : wait
}
