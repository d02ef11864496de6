/** True if a capture is still in time for its ticket: the ticket waits for payment, on its own service day. */
export const isInTime = (ticket: { state: string; serviceDay: string }, today: string): boolean =>
  ticket.state === 'pending_payment' && ticket.serviceDay === today
