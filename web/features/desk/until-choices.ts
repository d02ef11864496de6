import { MINUTE } from '#contract/base/time.ts'

const STEP = 10 * MINUTE

/** Three ends for a pause, epoch ms: the next full ten minutes at least five minutes away, then 10 and 30 minutes after that. */
export function untilChoices(now: number): [number, number, number] {
  const first = Math.ceil((now + STEP / 2) / STEP) * STEP
  return [first, first + STEP, first + 3 * STEP]
}
