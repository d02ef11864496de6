import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { roomFor } from '#contract/base/letters.ts'
import { rupees } from '#contract/base/money.ts'
import { trimmed } from '#contract/base/typed.ts'
import { type CashCount, type Drawer, useCountCash, useDrawers } from '#web/data/cash.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { RupeesField } from '#web/forms/rupees-field.tsx'
import { paiseIn, rupeesOf } from '#web/forms/typed-rupees.ts'
import { focused } from '#web/ui/focused.ts'
import { sayOfCash } from '#web/words/cash.ts'
import { moment } from '#web/words/moment.ts'
import { say } from '#web/words/words.ts'
import { CashLines } from './cash-lines.tsx'
import { CashSlip } from './cash-slip.tsx'
import { differenceWord, drawerLines, drawerName, sinceWord } from './drawer-words.ts'
import { NotesField } from './notes-field.tsx'
import './cash.css'

interface Props {
  shopId: string
  /** The drawer that is chosen at first, if the shop has it. */
  counterId: string | null
  close: () => void
}

/** The question at the end of the day: what is in the drawer? Then it shows the slip. A press beside it does not lose what was typed. */
export function CountCash({ opened, ...rest }: Props & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      centered
      closeOnClickOutside={false}
      onClose={rest.close}
      title={sayOfCash('title')}
      closeButtonProps={{ 'aria-label': sayOfCash('close') }}
    >
      <Question {...rest} />
    </Modal>
  )
}

function Question({ shopId, counterId, close }: Props) {
  const found = useDrawers(shopId)
  const [slip, setSlip] = useState<{ count: CashCount; isNew: boolean } | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  if (found.isError && !found.data) return <ReadFailure text={sayOfCash('unread')} retry={found.refetch} />
  if (!found.data) return <p role="status">{say('loading')}</p>
  const { drawers, timeZone } = found.data
  if (slip) return <CashSlip {...slip} timeZone={timeZone} close={close} />
  const drawer = drawers.find((one) => (one.counterId ?? '') === (chosen ?? counterId ?? '')) ?? drawers[0]
  if (!drawer) return null
  const { lastCount } = drawer
  return (
    <div className="cash">
      {drawers.length > 1 ? (
        <NativeSelect
          label={sayOfCash('drawer')}
          value={drawer.counterId ?? ''}
          data={drawers.map((one) => ({ value: one.counterId ?? '', label: drawerName(one) }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : (
        <b>{drawerName(drawer)}</b>
      )}
      <CountForm
        key={drawer.counterId}
        shopId={shopId}
        drawer={drawer}
        timeZone={timeZone}
        takesFocus={chosen === null}
        counted={(count) => setSlip({ count, isNew: true })}
        cancel={close}
      />
      {lastCount && (
        <Button variant="subtle" onClick={() => setSlip({ count: lastCount, isNew: false })}>
          {sayOfCash('lastSlip', { time: moment(lastCount.countedAt, timeZone) })}
        </Button>
      )}
    </div>
  )
}

interface CountFormProps {
  shopId: string
  drawer: Drawer
  timeZone: string
  /** Not after a choice of another drawer: the keyboard is still at the choice. */
  takesFocus: boolean
  counted: (count: CashCount) => void
  cancel: () => void
}

function CountForm({ shopId, drawer, timeZone, takesFocus, counted, cancel }: CountFormProps) {
  const { counterId, taken, handedBack, openingPaise, expectedPaise, since } = drawer
  const [amount, setAmount] = useState('')
  /** Null until a person changes it: as much as at the last count, if there is so much. */
  const [typedLeft, setTypedLeft] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const count = useCountCash(shopId, { onSuccess: (answer) => counted(answer.count) })
  const countedPaise = paiseIn(amount)
  const left = typedLeft ?? rupeesOf(Math.min(openingPaise, countedPaise ?? openingPaise))
  const leftPaise = trimmed(left) === '' ? 0 : paiseIn(left)
  const outPaise = countedPaise === null || leftPaise === null ? null : countedPaise - leftPaise
  return (
    <form
      className="cash"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (countedPaise !== null && leftPaise !== null && leftPaise <= countedPaise && !count.isPending)
          count.mutate({ counterId, lastCountId: drawer.lastCount?.id ?? null, taken, handedBack, countedPaise, leftPaise, note })
      }}
    >
      <div>
        <p className="muted num">{sinceWord(since, timeZone)}</p>
        <dl className="cash__lines num">
          <CashLines lines={drawerLines(drawer)} />
          <div className="cash__sum">
            <dt>{sayOfCash('expected')}</dt>
            <dd>{rupees(expectedPaise)}</dd>
          </div>
        </dl>
      </div>
      <RupeesField
        label={sayOfCash('countedField')}
        ref={takesFocus ? focused : null}
        value={amount}
        error={isChecked && countedPaise === null ? sayOfCash('countedWrong') : null}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <NotesField onChange={(paise) => setAmount(paise === null ? '' : rupeesOf(paise))} />
      <p className="cash__difference num" role="status" data-off={(countedPaise !== null && countedPaise !== expectedPaise) || undefined}>
        {countedPaise !== null && differenceWord(countedPaise - expectedPaise)}
      </p>
      <RupeesField
        label={sayOfCash('left')}
        description={outPaise === null || outPaise < 0 ? sayOfCash('leftHintAll') : sayOfCash('leftHint', { amount: rupees(outPaise) })}
        value={left}
        error={isChecked && (leftPaise === null || (outPaise ?? 0) < 0) ? sayOfCash('leftWrong') : null}
        onChange={(event) => setTypedLeft(event.currentTarget.value)}
      />
      <TextInput
        label={sayOfCash('note')}
        description={sayOfCash('noteHint')}
        maxLength={roomFor(280)}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FormFailure failure={count.error} />
      <div className="ask__ways">
        <Button onClick={cancel}>{sayOfCash('cancel')}</Button>
        <Button type="submit" variant="filled" loading={count.isPending}>
          {sayOfCash('record')}
        </Button>
      </div>
    </form>
  )
}
