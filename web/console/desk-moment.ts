import type { Running } from '#web/data/countdowns.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import type { Still } from '#web/features/board/countdown/scene.tsx'
import type { LogEntry } from '#web/features/desk/desk-log.ts'
import { isTimeUp } from '#web/features/desk/desk-steps.ts'

/** How long the end of a call stays on the screen. */
export const END_STAYS_MS = 60_000

/** The customer at the counter, otherwise how the last one there ended. */
export type DeskMoment =
  | { show: 'running'; countdown: Running }
  | { show: 'time-up' | 'serving'; ticket: StaffTicket }
  | { show: 'served' | 'missed' | 'no-show'; number: number | null }
  | { show: 'nothing' }

/**
 * `ended` is the last thing done to the customer who was shown before; a missed customer is not thanked. All times are epoch ms by the
 * server's clock.
 */
export function deskMoment(shown: StaffTicket | null, ended: LogEntry | null, now: number): DeskMoment {
  if (shown?.state === 'serving') return { show: 'serving', ticket: shown }
  if (shown !== null) {
    const { startTime, duration, number, counter } = shown
    if (isTimeUp(shown, now) || startTime === null || duration === null) return { show: 'time-up', ticket: shown }
    return { show: 'running', countdown: { startTime, duration, number: number ?? 0, counter } }
  }
  if (ended === null || now - ended.at > END_STAYS_MS) return { show: 'nothing' }
  if (ended.kind === 'complete') return { show: 'served', number: ended.number }
  if (ended.kind === 'miss') return { show: 'missed', number: ended.number }
  if (ended.kind === 'no_show') return { show: 'no-show', number: ended.number }
  return { show: 'nothing' }
}

export interface MomentWords {
  timeUp: (number: number | null) => string
  missedAt: (at: number) => string
  serving: string
  thanks: string
  missed: (number: number | null) => string
  missedHint: string
  noShow: (number: number | null) => string
  noShowHint: string
}

/** Null for a running countdown and for nothing. */
export function stillOf(moment: DeskMoment, words: MomentWords, place: string): Still | null {
  switch (moment.show) {
    case 'time-up': {
      const { number, counter, missedAt } = moment.ticket
      const label = missedAt === null ? {} : { label: words.missedAt(missedAt) }
      return { title: words.timeUp(number), number, counter, isFull: true, ...label }
    }
    case 'serving':
      return { title: words.serving, number: moment.ticket.number, counter: moment.ticket.counter, isFull: false }
    case 'served':
      return { title: words.thanks, label: place, number: null, counter: null, isFull: true }
    case 'missed':
      return { title: words.missed(moment.number), label: words.missedHint, number: null, counter: null, isFull: false }
    // Its row has left the table: only an undo brings it back.
    case 'no-show':
      return { title: words.noShow(moment.number), label: words.noShowHint, number: null, counter: null, isFull: false }
    default:
      return null
  }
}
