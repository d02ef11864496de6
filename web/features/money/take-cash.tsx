import { useEffect } from 'react'
import { mobileEnd } from '#contract/base/checks.ts'
import { rupees } from '#contract/base/money.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { tell } from '#web/ui/tell.tsx'
import { say } from '#web/words/words.ts'

/**
 * Asks first, because the press issues a token number and a numbered receipt, and neither can be undone. If the cash is not owed any more,
 * the question closes automatically and a message says why.
 */
export function TakeCash({
  asked,
  tickets,
  take,
  close,
}: {
  /** The ticket whose Paid button was pressed last, as it was at that moment. */
  asked: { ticket: StaffTicket; open: boolean } | null
  /** The table as it is now. */
  tickets: readonly StaffTicket[]
  take: (ticket: StaffTicket) => void
  close: () => void
}) {
  const ticket = asked?.ticket
  const now = tickets.find(({ id }) => id === ticket?.id)
  const isOwed = now?.cashPaymentId === ticket?.cashPaymentId
  const asking = asked?.open === true
  const name = ticket?.name ?? ''
  const number = now?.number ?? null
  useEffect(() => {
    if (!asking || isOwed) return
    close()
    const text = number === null ? say('cashGone', { name }) : say('cashSettled', { name, number })
    tell({ topic: 'desk', text, close: say('closeMessage') })
  }, [asking, isOwed, close, name, number])
  return (
    <Confirm
      opened={asking && isOwed}
      title={say('takeCashAsk')}
      words={{ yes: say('takeCashYes'), no: say('takeCashNo'), close: say('closeMessage') }}
      isGood
      busy={false}
      failure={null}
      onYes={() => {
        close()
        if (ticket) take(ticket)
      }}
      onNo={close}
    >
      {ticket && say('takeCashHint', { amount: rupees(ticket.dueAmountPaise ?? 0), name: `${ticket.name} (${mobileEnd(ticket.mobile)})` })}
    </Confirm>
  )
}
