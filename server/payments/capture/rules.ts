/**
 * True if the ticket waits for payment: for a slot until its day is over, else on its own service day while the shop is open. A closed shop
 * calls no one any more.
 */
export const isInTime = (
  ticket: { state: string; serviceDay: string; slotStartsAt: Date | null },
  { today, isOpen }: { today: string; isOpen: boolean },
): boolean =>
  ticket.state === 'pending_payment' && (ticket.slotStartsAt === null ? ticket.serviceDay === today && isOpen : ticket.serviceDay >= today)
