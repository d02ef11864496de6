import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { lengthOf, roomFor } from '#contract/base/letters.ts'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { trimmed } from '#contract/base/typed.ts'
import { type Dispute, type Orphan, useDecideOrphan, type useVendorMatters } from '#web/data/vendor-books.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { tell } from '#web/ui/tell.tsx'
import { moment } from '#web/words/moment.ts'
import { gatewayWord, sayOfMoney } from '#web/words/money.ts'
import './takings-vendors.css'

interface Props {
  found: ReturnType<typeof useVendorMatters>
  timeZone: string
  open: (paymentId: string) => void
}

/** The cards at first; more come after a press. */
const FIRST = 6

/** Of any day, so that nothing is forgotten when its day is over. */
export function VendorMatters({ found, timeZone, open }: Props) {
  const [isAll, setAll] = useState(false)
  const [isEndedOpen, setEndedOpen] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const failure = found.isError && <ReadFailure text={sayOfMoney('mattersUnread')} retry={found.refetch} />
  if (!found.data) return failure
  const { orphans, disputes } = found.data
  const toHead = () => head.current?.focus()
  const shared = { timeZone, open, settled: toHead }
  const soonestFirst = [...disputes].sort((a, b) => (a.respondBy?.getTime() ?? Infinity) - (b.respondBy?.getTime() ?? Infinity))
  const cards = [
    ...soonestFirst.map((one) => ({ needs: one.state === 'open', card: <DisputeCard key={one.id} dispute={one} {...shared} /> })),
    ...orphans.map((one) => ({ needs: needsPerson(one), card: <OrphanCard key={one.id} orphan={one} {...shared} /> })),
  ]
  const needing = cards.filter(({ needs }) => needs)
  const ended = cards.filter(({ needs }) => !needs)
  if (cards.length === 0) return failure
  return (
    <section className="panel takings-matters" aria-labelledby="matters">
      <div className="takings-matters__head">
        <h2 id="matters" ref={head} tabIndex={-1}>
          {sayOfMoney('matters')}
        </h2>
        <p className="muted">{sayOfMoney(needing.length === 0 ? 'mattersNone' : 'mattersHint')}</p>
      </div>
      {failure}
      {needing.length > 0 && <ul>{(isAll ? needing : needing.slice(0, FIRST)).map(({ card }) => card)}</ul>}
      {!isAll && needing.length > FIRST && (
        <div className="takings-matters__foot">
          <Button
            onClick={() => {
              setAll(true)
              toHead()
            }}
          >
            {sayOfMoney('showAll', { count: needing.length })}
          </Button>
        </div>
      )}
      {ended.length > 0 && (
        <details onToggle={(event) => setEndedOpen(event.currentTarget.open)}>
          <summary>{sayOfMoney('mattersEnded', { count: ended.length })}</summary>
          {isEndedOpen && <ul>{ended.map(({ card }) => card)}</ul>}
        </details>
      )}
    </section>
  )
}

const needsPerson = ({ returnedAt, decidedAt }: Orphan): boolean => returnedAt === null && decidedAt === null

interface CardProps {
  timeZone: string
  open: (paymentId: string) => void
  /** The card is about to move, with what has the focus. */
  settled: () => void
}

/** Names its buttons for those who hear only them. */
const titleOf = (id: string) => `matter-${id}`

function DisputeCard({ dispute, timeZone, open }: CardProps & { dispute: Dispute }) {
  const { id, gateway, amountPaise, deductedPaise, reason, state, respondBy, openedAt, vendorDisputeId, paymentId } = dispute
  const vendor = gatewayWord(gateway)
  return (
    <li className="takings-matter">
      <div>
        <p id={titleOf(id)}>
          <b className="num">{rupeesAndPaise(amountPaise)}</b> <b>{sayOfMoney('dispute')}</b>{' '}
          {state === 'open' && <span className="takings-needs-you takings-needs-you--orphan">{sayOfMoney('needsYou')}</span>}
        </p>
        <p>
          {state === 'open' && respondBy !== null
            ? sayOfMoney('answerBy', { vendor, at: moment(respondBy, timeZone) })
            : sayOfMoney(`dispute_${state}`, { vendor })}{' '}
          {deductedPaise > 0 && sayOfMoney('deducted', { vendor, amount: rupeesAndPaise(deductedPaise) })}
        </p>
        <p className="muted takings-matter__ids num">
          {[vendor, moment(openedAt, timeZone), vendorDisputeId, plain(reason)].filter((one) => one !== '').join(' · ')}
        </p>
      </div>
      {paymentId !== null && <FindWay matterId={id} open={() => open(paymentId)} />}
    </li>
  )
}

/** `goods_or_services_not_received`, for example; Cashfree has numbers. */
const plain = (reason: string) => reason.replace(/_/g, ' ')

function OrphanCard({ orphan, timeZone, open, settled }: CardProps & { orphan: Orphan }) {
  const { id, gateway, amountPaise, kind, seenAt, vendorPaymentId, paymentId, returnedAt, decidedAt, note } = orphan
  const vendor = gatewayWord(gateway)
  return (
    <li className="takings-matter">
      <div>
        <p id={titleOf(id)}>
          <b className="num">{rupeesAndPaise(amountPaise)}</b> <b>{sayOfMoney(`orphan_${kind}`)}</b>{' '}
          {needsPerson(orphan) && <span className="takings-needs-you takings-needs-you--orphan">{sayOfMoney('needsYou')}</span>}
        </p>
        {returnedAt !== null && <p>{sayOfMoney('orphanReturned', { vendor, at: moment(returnedAt, timeZone) })}</p>}
        {decidedAt !== null && <p>{sayOfMoney('orphanDecided', { at: moment(decidedAt, timeZone), note: note ?? '' })}</p>}
        {needsPerson(orphan) && <p>{sayOfMoney('orphanWay', { vendor })}</p>}
        <p className="muted takings-matter__ids num">{[vendor, moment(seenAt, timeZone), vendorPaymentId].join(' · ')}</p>
        {needsPerson(orphan) && <DecideForm orphan={orphan} settled={settled} />}
      </div>
      {/* Of the other kinds, the list has no payment. */}
      {kind === 'second' && paymentId !== null && <FindWay matterId={id} open={() => open(paymentId)} />}
    </li>
  )
}

const FindWay = ({ matterId, open }: { matterId: string; open: () => void }) => (
  <Button size="sm" aria-describedby={titleOf(matterId)} onClick={open}>
    {sayOfMoney('findPayment')}
  </Button>
)

const MOST_LETTERS = 280

function DecideForm({ orphan: { id }, settled }: { orphan: Orphan; settled: () => void }) {
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const said = trimmed(note)
  const wrong = said === '' ? 'whatWasDoneMissing' : lengthOf(said) > MOST_LETTERS ? 'whatWasDoneLong' : null
  const decide = useDecideOrphan(id, {
    onSuccess: () => {
      settled()
      tell({ topic: 'money', text: sayOfMoney('decided'), close: sayOfMoney('close') })
    },
  })
  return (
    <form
      className="takings-matter__decide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (wrong === null) decide.mutate(said)
        else field.current?.focus()
      }}
    >
      <TextInput
        label={sayOfMoney('whatWasDone')}
        placeholder={sayOfMoney('whatWasDoneLike')}
        ref={field}
        maxLength={roomFor(MOST_LETTERS)}
        value={note}
        error={isChecked && wrong !== null ? sayOfMoney(wrong) : null}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={decide.isPending} aria-describedby={titleOf(id)}>
        {sayOfMoney('decide')}
      </Button>
      <FormFailure failure={decide.error} />
    </form>
  )
}
