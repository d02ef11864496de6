import { MINUTE } from '#contract/base/time.ts'
import { countersEver } from '#server/counters/service.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'

/** "Your counter is ready", once for each call and recall. */
export const call = notice({
  kind: 'call',
  causes: ['ticket.called', 'ticket.recalled'],
  to: 'phone',
  receiver: ticketHolder,
  async read(tx, due) {
    const shopIds = new Set(due.map(({ found }) => found.shop.id))
    const names = new Map((await countersEver(tx, ...shopIds)).map(({ id, name }) => [id, name]))
    return due.map(({ found }) => ({ ...found, counter: names.get(found.ticket.counterId ?? '') ?? found.shop.name }))
  },
  // Events of an older version do not have the number of the call.
  seq: ({ ticket }, event) => event.ring ?? ticket.callCount,
  variables: ({ ticket, counter }) => ({ number: String(ticket.number ?? ''), counter }),
  // An older call does harm: the counter may serve another person by then.
  timeToLive: 5 * MINUTE,
  slots: 30,
  isShownToStaff: true,
  channels: ['sms', 'screen'],
  text: 'call',
  sms: { template: 'call', values: ['number', 'counter'] },
})
