import { rupees } from '#contract/base/money.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { forgetError, forgetNews, tell, tellError } from '#web/ui/tell.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { failureWords } from '#web/words/failure.ts'
import { say } from '#web/words/words.ts'

type Told = Pick<StaffTicket, 'id' | 'number'>

/** What a desk says after a press or an answer. */
export type Said =
  | { what: 'called'; ticket: Told & Pick<StaffTicket, 'outOfTurn'> }
  | { what: 'called before' | 'recall' | 'extend' | 'undone' | 'finish first'; ticket: Told }
  | { what: 'call refused' | 'call broken' | 'action failed' | 'not now'; error: unknown }
  | { what: 'cash taken'; amountPaise: number; number: number }
  | { what: 'cash too late'; name: string }
  | { what: 'number missing' }

/** All messages of a desk have one topic: a new one replaces the last one. */
const TOPIC = 'desk'

/** Removes the desk's last message. */
export function forgetSaid(): void {
  forgetError(TOPIC)
  forgetNews(TOPIC)
}

/** Shows a message of the desk. `undo` takes back the call that the message tells of. */
export function tellSaid(said: Said, undo: (ticket: Told) => void): void {
  const close = say('closeMessage')
  const news = (text: string, more = {}) => tell({ topic: TOPIC, text, close, ...more })
  const wrong = (text: string) => tellError(TOPIC, { text, close })
  /** Tells what went wrong, and the reason if it is more than "something went wrong". */
  const complain = (text: string, error: unknown) => {
    const reason = failureWords(error)
    tellError(TOPIC, { text, close, ...(reason !== say('somethingWentWrong') && { reason }) })
  }
  switch (said.what) {
    case 'called': {
      const more = said.ticket.outOfTurn ? { more: sayOfDesk('tokenOutOfTurn', { number: shown(said.ticket) }) } : tokenOf(said.ticket)
      news(say('messageSent'), { ...more, act: { label: say('undo'), key: 'U', run: () => undo(said.ticket) } })
      break
    }
    case 'called before':
      news(say('alreadyCalled', { number: shown(said.ticket) }))
      break
    case 'recall':
      news(sayOfDesk('ringAgainDone'), tokenOf(said.ticket))
      break
    case 'extend':
      news(sayOfDesk('moreTimeDone'), tokenOf(said.ticket))
      break
    case 'undone':
      news(say('undone', { number: shown(said.ticket) }))
      break
    case 'finish first':
      wrong(sayOfDesk('finishFirst', { number: shown(said.ticket) }))
      break
    case 'call refused':
      complain(say('sendFailed'), said.error)
      break
    case 'call broken':
      complain(say('sendBroken'), said.error)
      break
    case 'action failed':
      complain(say('actionFailed'), said.error)
      break
    case 'not now':
      wrong(failureWords(said.error))
      break
    case 'cash taken':
      news(say('cashTaken', { amount: rupees(said.amountPaise), number: said.number }))
      break
    case 'cash too late':
      wrong(say('cashTooLate', { name: said.name }))
      break
    case 'number missing':
      wrong(say('numberMissing'))
      break
  }
}

const shown = ({ number }: Told) => number ?? '–'
const tokenOf = (ticket: Told) => ({ more: say('tokenIs', { number: shown(ticket) }) })
