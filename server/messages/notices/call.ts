import { MINUTE } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { ticketHolder } from '#server/messages/receivers.ts'

/** "Your counter is ready", for each call and recall. */
export const call = notice({
  kind: 'call',
  causes: ['ticket.called', 'ticket.recalled'],
  to: 'phone',
  receiver: ticketHolder,
  // An undo may come before its message is recorded.
  when: ({ ticket }) => ticket.callUndoneAt === null,
  seq: (_, { ring }) => ring,
  variables: ({ ticket, shop, counter }) => ({ number: String(ticket.number ?? ''), counter: counter ?? shop.name }),
  // An older call does harm: the counter may serve another person by then.
  timeToLive: 5 * MINUTE,
  slots: 30,
  isShownToStaff: true,
  channels: ['sms', 'screen'],
  text: 'call',
  sms: { template: 'call', values: ['number', 'counter'] },
})
