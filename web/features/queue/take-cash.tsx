import { useEffect } from 'react'
import { rupees } from '../../../contract/money.ts'
import { useSay } from '../../session/words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { tell } from '../../ui/tell.tsx'
import type { StaffTicket } from './api.ts'
import type { DeskActions } from './use-desk-actions.ts'

/**
 * Asks whether the cash is in hand before it goes on record: the press issues a token number and a numbered receipt, and neither can be
 * taken back. Where there is nothing to take any more the question goes by itself and a message says why.
 */
export function TakeCash({
  asked,
  tickets,
  actions,
  close,
}: {
  /** The ticket whose Paid was pressed last, as it was then. */
  asked: { ticket: StaffTicket; open: boolean } | null
  /** The table as it is now. */
  tickets: readonly StaffTicket[]
  actions: DeskActions
  close: () => void
}) {
  const say = useSay()
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
  }, [asking, isOwed, close, name, number, say])
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
        if (ticket) actions.takeCash(ticket)
      }}
      onNo={close}
    >
      {ticket && say('takeCashHint', { amount: rupees(ticket.dueAmountPaise ?? 0), name: ticket.name })}
    </Confirm>
  )
}
