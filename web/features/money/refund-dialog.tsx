import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { roomFor } from '#contract/base/letters.ts'
import { rupees } from '#contract/base/money.ts'
import { trimmed } from '#contract/base/typed.ts'
import { type Refundable, useRefund, useRefundable } from '#web/data/payments.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { RupeesField } from '#web/forms/rupees-field.tsx'
import { refundIn, rupeesOf } from '#web/forms/typed-rupees.ts'
import { focused } from '#web/ui/focused.ts'
import { tell } from '#web/ui/tell.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { failureWords } from '#web/words/failure.ts'
import { say } from '#web/words/words.ts'
import './refund-dialog.css'

/** The server says how much this person may refund. */
export function RefundDialog({ asked, close }: { asked: { ticket: StaffTicket; open: boolean } | null; close: () => void }) {
  const ticket = asked?.ticket
  const found = useRefundable(asked?.open ? asked.ticket.id : null)
  return (
    <Modal
      opened={asked?.open === true}
      onClose={close}
      centered
      title={sayOfDesk('refundTitle', { name: ticket?.name ?? '', number: ticket?.number ?? '–' })}
      closeButtonProps={{ 'aria-label': say('closeMessage') }}
    >
      {found.isPending && <p role="status">{say('loading')}</p>}
      <Trouble>{found.error ? failureWords(found.error) : null}</Trouble>
      {found.data && ticket && <RefundForm key={ticket.id} found={found.data} ticket={ticket} close={close} />}
    </Modal>
  )
}

function RefundForm({ found, ticket, close }: { found: Refundable; ticket: StaffTicket; close: () => void }) {
  const { payment, mayRefundPaise: most, refunds } = found
  const [amount, setAmount] = useState(() => rupeesOf(most))
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const refund = useRefund({
    onSuccess: ({ refund: { amountPaise, state } }) => {
      close()
      const said = { amount: rupees(amountPaise), number: ticket.number ?? '–' }
      tell({ topic: ticket.id, text: sayOfDesk(state === 'by_hand' ? 'refundByHand' : 'refundBegun', said), close: say('closeMessage') })
    },
  })
  const given = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const paise = refundIn(amount, { most, left: (payment?.amountPaise ?? 0) - given })
  const isWrong = isChecked && paise === null
  if (payment === null || most === 0)
    return (
      <div className="refund-dialog">
        <p>{sayOfDesk(payment === null ? 'refundNothingPaid' : 'refundNothingLeft')}</p>
        <Earlier refunds={refunds} />
      </div>
    )
  return (
    <form
      className="refund-dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (paise !== null && trimmed(reason) !== '' && !refund.isPending)
          refund.mutate({ paymentId: payment.id, amountPaise: paise, reason: reason.trim() })
      }}
    >
      <p className="muted">{sayOfDesk('refundPaid', { amount: rupees(payment.amountPaise) })}</p>
      <Earlier refunds={refunds} />
      <RupeesField
        label={sayOfDesk('refundAmount')}
        description={isWrong ? null : sayOfDesk('refundMost', { amount: rupees(most) })}
        value={amount}
        error={isWrong ? sayOfDesk('refundAmountWrong', { amount: rupees(most) }) : null}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={sayOfDesk('refundReason')}
        description={sayOfDesk('refundReasonHint')}
        maxLength={roomFor(200)}
        ref={focused}
        value={reason}
        error={isChecked && trimmed(reason) === '' ? sayOfDesk('refundReasonMissing') : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Trouble>{refund.error ? failureWords(refund.error) : null}</Trouble>
      <div className="ask__ways">
        <Button onClick={close}>{sayOfDesk('refundNo')}</Button>
        <Button type="submit" variant="filled" loading={refund.isPending}>
          {paise !== null ? sayOfDesk('refundYes', { amount: rupees(paise) }) : sayOfDesk('refundDo')}
        </Button>
      </div>
    </form>
  )
}

function Earlier({ refunds }: { refunds: Refundable['refunds'] }) {
  return (
    refunds.length > 0 && (
      <ul className="refund-dialog__earlier num">
        {refunds.map(({ id, amountPaise, state }) => (
          <li key={id}>{sayOfDesk(`refund_${state}`, { amount: rupees(amountPaise) })}</li>
        ))}
      </ul>
    )
  )
}
