import { MINUTE } from '#contract/base/time.ts'
import { notice, type Receiver } from '#server/messages/notice.ts'
import { type TicketHolder, ticketHolder } from '#server/messages/receivers.ts'
import * as store from '#server/messages/store.ts'

/** The phones that have heard of an undone call. A queued call is withdrawn; if none went out, there is nothing to correct. */
const toldOfUndone: Receiver<'ticket.undone', TicketHolder> = {
  async find(deps, tx, events) {
    const undone = [...(await ticketHolder.find(deps, tx, events))].filter(
      // Other actions can be undone too, and the person may have been called again.
      ([event, { ticket }]) => ticket.callUndoneAt?.getTime() === event.at.getTime(),
    )
    const told = await store.withdrawCalls(
      tx,
      // A call and its recalls have a message each.
      undone.map(([, { ticket }]) => ({ ticketId: ticket.id, firstSeq: ticket.callCount - ticket.recallCount })),
    )
    // A person who had missed the turn before, or has left since, does not wait.
    return new Map(undone.filter(([, { ticket }]) => ticket.state === 'waiting' && told.has(ticket.id)))
  },
}

/** "Called by mistake, please wait": otherwise the last message on a locked phone is the call. */
export const mistake = notice({
  kind: 'mistake',
  causes: ['ticket.undone'],
  to: 'phone',
  receiver: toldOfUndone,
  seq: ({ ticket }) => ticket.callCount,
  variables: ({ ticket }) => ({ number: String(ticket.number ?? '') }),
  // By then the person has come and has been told there.
  timeToLive: 5 * MINUTE,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'mistake',
  sms: { template: 'mistake', values: ['number'] },
})
