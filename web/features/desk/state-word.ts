import type { StaffTicket } from '#web/data/queue.ts'
import { sayOfDesk } from '#web/words/desk.ts'
import { isTimeUp } from './desk-steps.ts'

/** The state of a called customer in one word. `now` is epoch ms by the server's clock. */
export const stateWord = (ticket: StaffTicket, now: number): string =>
  sayOfDesk(ticket.state === 'serving' ? 'servingState' : isTimeUp(ticket, now) ? 'timeUpState' : 'calledState')
