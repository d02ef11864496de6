import { MINUTE } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Slice } from '#server/slice.ts'
import type { Worker } from '#server/workers.ts'
import { bringQueueToLife } from './queue-life.ts'

const demoJobs = (deps: Deps): Worker[] =>
  deps.config.mode === 'demo' ? [{ name: 'the demo queue', everyMs: MINUTE, run: () => bringQueueToLife(deps) }] : []

export const demo: Slice = { workers: demoJobs }
