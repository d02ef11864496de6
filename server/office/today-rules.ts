import { type ShopState, shopStates } from '#contract/office/today.ts'
import { type Digest, expectedWait, isNoFaster, type WaitRange } from '#contract/queue/waiting.ts'

type Queue = Pick<Digest, 'waiting' | 'minutesPerTicket' | 'openCounters' | 'paused'>

/** People may wait after closing time: then counters and the pause matter as before. */
export function stateOf(shop: { isOpen: boolean; usualWaitMinutes: number | null; queue: Queue }): ShopState {
  const { waiting, paused, openCounters } = shop.queue
  if (!shop.isOpen && waiting === 0) return 'closed'
  if (openCounters === 0) return 'no_counter'
  if (paused !== null) return 'paused'
  return isNoFaster(waiting, shop.queue, shop.usualWaitMinutes) ? 'slow' : 'running'
}

/** For a new customer; null if no one waits, or no one can say. */
export const waitOf = (queue: Queue): WaitRange | null =>
  queue.waiting === 0 || queue.openCounters === 0 ? null : expectedWait(queue.waiting, queue)

interface Compared {
  name: string
  state: ShopState
  waiting: number
}

/** The shop that needs help more comes first; then the one where more people wait. */
export const byNeed = (a: Compared, b: Compared): number =>
  shopStates.indexOf(a.state) - shopStates.indexOf(b.state) || b.waiting - a.waiting || a.name.localeCompare(b.name)
