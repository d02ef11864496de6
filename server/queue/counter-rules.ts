import type { RefusalCode } from '#contract/base/errors.ts'
import { givesWay, type Ticket } from './rules.ts'

/** `isOpen` is true if the counter takes calls now. */
interface CounterNow {
  id: string
  isOpen: boolean
}

export type Holder = Pick<Ticket, 'id' | 'state' | 'counterId' | 'callEndsAt'>

/** A null counter means no counter. The tickets in `missed` give the counter up and become missed. */
export type CounterChoice = { counterId: string | null; missed: readonly Holder[] } | { refused: RefusalCode }

/**
 * A named counter must be open, and all its holders must give way. Without a name, the choice is the preferred counter if that is open and
 * free. Otherwise it is the first free one, or else the one whose person has been overdue longest. Two people are never at one counter. If
 * the shop has no open counter, the choice is null.
 */
export function counterFor(
  counters: readonly CounterNow[],
  holders: readonly Holder[],
  request: { named: string | null; preferred: string | null },
  now: Date,
): CounterChoice {
  const open = counters.filter((counter) => counter.isOpen)
  const at = (id: string) => holders.filter((holder) => holder.counterId === id)
  if (request.named !== null) {
    if (!open.some(({ id }) => id === request.named)) return { refused: 'counter_closed' }
    const missed = at(request.named)
    return missed.every((holder) => givesWay(holder, now)) ? { counterId: request.named, missed } : { refused: 'counter_busy' }
  }
  if (open.length === 0) return { counterId: null, missed: [] }
  const free = open.filter(({ id }) => at(id).length === 0)
  const chosen = free.find(({ id }) => id === request.preferred) ?? free[0]
  if (chosen) return { counterId: chosen.id, missed: [] }
  const overdue = open
    .filter(({ id }) => at(id).every((holder) => givesWay(holder, now)))
    .map(({ id }) => ({ id, since: Math.max(...at(id).map(({ callEndsAt }) => callEndsAt?.getTime() ?? 0)) }))
    .sort((a, b) => a.since - b.since)
  const [longest] = overdue
  return longest ? { counterId: longest.id, missed: at(longest.id) } : { refused: 'counters_busy' }
}
