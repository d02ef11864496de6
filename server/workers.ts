import { every } from './kit/clock.ts'
import { coalesceRuns } from './kit/coalesce.ts'
import type { Log } from './kit/log.ts'
import type { Relayed } from './outbox/event.ts'

/** Background work. It finds its work in the rows, so it may run on every node at once. */
export interface Worker {
  /** What it does, for the log: if a run fails, the log says "<name> failed, trying again". */
  name: string
  everyMs: number
  run(): Promise<unknown>
  /** True if it ends what time has ended: `tick()` then runs it, before the relay. */
  endsByTime?: true
  /** Begins the work that these relayed events have caused; does not wait for it. */
  wake?(events: readonly Relayed[]): void
  /** Does all work that is due. `tick()` calls it after the relay, because events cause this work. */
  settled?(): Promise<unknown>
  /** Finishes its work and takes no more. A gentle stop calls it last, because requests and events in flight still cause work. */
  finish?(): Promise<unknown>
}

interface CausedWork {
  name: string
  everyMs: number
  work(): Promise<void>
  isCause(event: Relayed): boolean
}

const failing = (log: Pick<Log, 'error'>, name: string) => (error: unknown) => log.error({ err: error }, `${name} failed, trying again`)

/**
 * The worker runs when an event may have caused work, and at its interval in case such an event is lost. Two runs are never at the same
 * time.
 */
export function causedByEvents(log: Pick<Log, 'error'>, { name, everyMs, work, isCause }: CausedWork): Worker {
  const run = coalesceRuns(work, failing(log, name))
  return {
    name,
    everyMs,
    run,
    wake(events) {
      if (events.some(isCause)) void run()
    },
    settled: run,
    finish: run,
  }
}

export interface Workers {
  wake(events: readonly Relayed[]): void
  endWhatIsOver(): Promise<void>
  settled(): Promise<void>
  /** Begins no more runs by the clock; resolves when the current ones are done. */
  stop(): Promise<void>
  finish(): Promise<void>
}

/**
 * The workers of one slice settle and finish in the order of their list, because one may cause work for the next. The slices do so at the
 * same time, so that a slow vendor of one does not delay the others.
 */
export function startWorkers(slices: readonly (readonly Worker[])[], log: Pick<Log, 'error'>): Workers {
  const workers = slices.flat()
  const stops = workers.map((worker) => every(worker.everyMs, () => worker.run(), failing(log, worker.name)))
  const inEachSlice = async (part: (worker: Worker) => Promise<unknown> | undefined) => {
    await Promise.all(
      slices.map(async (own) => {
        for (const worker of own) await part(worker)
      }),
    )
  }
  return {
    wake(events) {
      for (const worker of workers) worker.wake?.(events)
    },
    async endWhatIsOver() {
      for (const worker of workers) if (worker.endsByTime) await worker.run()
    },
    settled: () => inEachSlice((worker) => worker.settled?.()),
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
    finish: () => inEachSlice((worker) => worker.finish?.()),
  }
}
