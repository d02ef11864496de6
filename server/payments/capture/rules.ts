/** True if the ticket waits for payment, on its own service day or before the day of its slot. */
export const isInTime = (ticket: { state: string; serviceDay: string; slotStartsAt: Date | null }, today: string): boolean =>
  ticket.state === 'pending_payment' && (ticket.serviceDay === today || (ticket.slotStartsAt !== null && ticket.serviceDay > today))
