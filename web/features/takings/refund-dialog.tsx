import { Button, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { roomFor } from '#contract/base/letters.ts'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import { LEAST_REFUND_PAISE } from '#contract/payments/payments.ts'
import type { MoneyPayment } from '#web/data/money.ts'
import { useRefund } from '#web/data/payments.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RupeesField } from '#web/forms/rupees-field.tsx'
import { paiseIn, refundIn } from '#web/forms/typed-rupees.ts'
import { focusAfterQuestion } from '#web/ui/confirm.tsx'
import { tell } from '#web/ui/tell.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfMoney } from '#web/words/money.ts'
import { RefundSplit } from './refund-split.tsx'
import './takings-forms.css'

const reasons = ['waited', 'closed', 'twice', 'mistake', 'other'] as const

interface Props {
  payment: MoneyPayment
  timeZone: string
  close: () => void
}

/** Closed, it returns the focus. */
export function RefundDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { name } = props.payment
  return (
    <Modal
      opened={opened}
      centered
      size="31rem"
      onClose={props.close}
      title={name === null ? sayOfMoney('refundNobody') : sayOfMoney('refundTitle', { name })}
      closeButtonProps={{ 'aria-label': sayOfMoney('close') }}
      classNames={{ header: 'takings-refund__head' }}
    >
      <Form {...props} />
    </Modal>
  )
}

function Form({ payment, timeZone, close }: Props) {
  const { token, shopName, amountPaise, refundedPaise, duePaise, at } = payment
  const mostPaise = amountPaise - refundedPaise - duePaise
  const [isPart, setPart] = useState(false)
  const [rupees, setRupees] = useState('')
  // None at first: the reason goes into the books, so a person must have read it.
  const [reason, setReason] = useState<(typeof reasons)[number] | ''>('')
  const [lacksReason, setLacksReason] = useState(false)
  const reasonField = useRef<HTMLSelectElement>(null)
  const [note, setNote] = useState('')
  const wanted = isPart ? refundIn(rupees, { most: mostPaise, left: mostPaise }) : mostPaise
  const isWrong = isPart && rupees !== '' && wanted === null
  const typed = paiseIn(rupees) ?? 0
  const leavesTooLittle = typed >= LEAST_REFUND_PAISE && typed < mostPaise
  const back = useRefund({
    onSuccess: () => {
      tell({ topic: 'money', text: sayOfMoney('given', { amount: rupeesAndPaise(wanted ?? 0) }), close: sayOfMoney('close') })
      close()
      // The button that opened the question goes with the last rupee.
      focusAfterQuestion(() => document.querySelector<HTMLElement>('.takings-payment-drawer__sheet button'))
    },
  })
  const said = [sayOfMoney(`reason_${reason}`), note.trim()].filter((text) => text !== '').join('. ')
  return (
    <form
      className="takings-form"
      onSubmit={(event) => {
        event.preventDefault()
        setLacksReason(reason === '')
        if (reason === '') reasonField.current?.focus()
        else if (wanted !== null) back.mutate({ paymentId: payment.id, amountPaise: wanted, reason: said.slice(0, 200) })
      }}
    >
      <p className="muted num">
        {sayOfMoney('refundOf', {
          token: token ?? '–',
          shop: shopName ?? '–',
          amount: rupeesAndPaise(amountPaise),
          time: timeOfDay(at.getTime(), timeZone),
        })}
      </p>
      <div className="takings-choice-cards">
        <label className="takings-choice-card">
          <input type="radio" name="how-much" checked={!isPart} onChange={() => setPart(false)} />
          <b>{sayOfMoney(mostPaise < amountPaise ? 'allThatIsLeft' : 'allOfIt')}</b>
          <b className="num">{rupeesAndPaise(mostPaise)}</b>
        </label>
        <div className="takings-choice-card takings-choice-card--part">
          <input id="a-part" type="radio" name="how-much" checked={isPart} onChange={() => setPart(true)} />
          <label htmlFor="a-part">
            <b>{sayOfMoney('aPart')}</b>
          </label>
          {isPart && (
            <div className="takings-choice-card__more takings-refund__part">
              <RupeesField
                aria-label={sayOfMoney('amountField')}
                // A sentence about a wrong amount needs the whole width.
                className={isWrong ? 'takings-refund__amount--wrong' : undefined}
                classNames={{ wrapper: 'takings-refund__box' }}
                value={rupees}
                data-autofocus
                error={
                  isWrong
                    ? sayOfMoney(leavesTooLittle ? 'restTooSmall' : 'wrongAmount', {
                        least: rupeesAndPaise(LEAST_REFUND_PAISE),
                        most: rupeesAndPaise(mostPaise),
                      })
                    : null
                }
                onChange={(event) => setRupees(event.currentTarget.value)}
              />
              {!isWrong && (
                <span className="muted num">
                  {wanted === null
                    ? sayOfMoney('atMost', { most: rupeesAndPaise(mostPaise) })
                    : sayOfMoney('atMostKept', { most: rupeesAndPaise(mostPaise), kept: rupeesAndPaise(mostPaise - wanted) })}
                </span>
              )}
            </div>
          )}
        </div>
      </div>
      <NativeSelect
        label={sayOfMoney('reason')}
        ref={reasonField}
        value={reason}
        data={(['', ...reasons] as const).map((one) => ({ value: one, label: sayOfMoney(`reason_${one}`), disabled: one === '' }))}
        error={lacksReason && reason === '' ? sayOfMoney('reasonMissing') : null}
        onChange={(event) => setReason(reasons.find((one) => one === event.currentTarget.value) ?? 'other')}
      />
      <Textarea
        label={sayOfMoney('noteField')}
        value={note}
        maxLength={roomFor(140)}
        rows={2}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <RefundSplit payment={payment} amountPaise={wanted} />
      <p className="muted">
        {sayOfMoney(payment.gateway === 'cash' ? 'refundCash' : 'refundVendor')}{' '}
        {payment.receipt !== null && sayOfMoney(`issued_${payment.receipt.kind}`)}
      </p>
      <Trouble>{payment.history.some(({ kind }) => kind === 'told_dispute') ? sayOfMoney('refundDisputed') : null}</Trouble>
      <FormFailure failure={back.error} />
      <div className="takings-form__ways">
        <Button onClick={close}>{sayOfMoney('cancel')}</Button>
        <Button type="submit" variant="filled" disabled={wanted === null || back.isSuccess} loading={back.isPending}>
          {wanted === null ? sayOfMoney('refundWay') : sayOfMoney('give', { amount: rupeesAndPaise(wanted) })}
        </Button>
      </div>
    </form>
  )
}
