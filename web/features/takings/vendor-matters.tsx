import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { roomFor } from '#contract/base/letters.ts'
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
  /** Shows a payment in the list. */
  find: (paymentId: string) => void
}

/** Of any day, so that nothing is forgotten when its day is over. */
export function VendorMatters({ found, timeZone, find }: Props) {
  if (found.isError) return <ReadFailure text={sayOfMoney('mattersUnread')} retry={found.refetch} />
  if (!found.data) return null
  const { orphans, disputes } = found.data
  const cards = [
    ...disputes.map((one) => ({ needs: one.state === 'open', card: <DisputeCard key={one.id} dispute={one} {...{ timeZone, find }} /> })),
    ...orphans.map((one) => ({ needs: needsPerson(one), card: <OrphanCard key={one.id} orphan={one} {...{ timeZone, find }} /> })),
  ]
  const open = cards.filter(({ needs }) => needs)
  const ended = cards.filter(({ needs }) => !needs)
  if (cards.length === 0) return null
  return (
    <section className="panel takings-matters" aria-labelledby="matters">
      <div className="takings-matters__head">
        <h2 id="matters">{sayOfMoney('matters')}</h2>
        <p className="muted">{sayOfMoney(open.length === 0 ? 'mattersNone' : 'mattersHint')}</p>
      </div>
      {open.length > 0 && <ul>{open.map(({ card }) => card)}</ul>}
      {ended.length > 0 && (
        <details>
          <summary>{sayOfMoney('mattersEnded', { count: ended.length })}</summary>
          <ul>{ended.map(({ card }) => card)}</ul>
        </details>
      )}
    </section>
  )
}

const needsPerson = ({ returnedAt, decidedAt }: Orphan): boolean => returnedAt === null && decidedAt === null

interface CardProps {
  timeZone: string
  find: (paymentId: string) => void
}

function DisputeCard({ dispute, timeZone, find }: CardProps & { dispute: Dispute }) {
  const { gateway, amountPaise, deductedPaise, reason, state, respondBy, openedAt, vendorDisputeId, paymentId } = dispute
  const vendor = gatewayWord(gateway)
  return (
    <li className="takings-matter">
      <div>
        <p>
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
      <FindWay paymentId={paymentId} find={find} />
    </li>
  )
}

/** `goods_or_services_not_received`, for example; Cashfree has numbers. */
const plain = (reason: string) => reason.replace(/_/g, ' ')

function OrphanCard({ orphan, timeZone, find }: CardProps & { orphan: Orphan }) {
  const { gateway, amountPaise, kind, seenAt, vendorPaymentId, paymentId, returnedAt, decidedAt, note } = orphan
  const vendor = gatewayWord(gateway)
  return (
    <li className="takings-matter">
      <div>
        <p>
          <b className="num">{rupeesAndPaise(amountPaise)}</b> <b>{sayOfMoney(`orphan_${kind}`)}</b>{' '}
          {needsPerson(orphan) && <span className="takings-needs-you takings-needs-you--orphan">{sayOfMoney('needsYou')}</span>}
        </p>
        {returnedAt !== null && <p>{sayOfMoney('orphanReturned', { vendor, at: moment(returnedAt, timeZone) })}</p>}
        {decidedAt !== null && <p>{sayOfMoney('orphanDecided', { at: moment(decidedAt, timeZone), note: note ?? '' })}</p>}
        {needsPerson(orphan) && <p>{sayOfMoney('orphanWay', { vendor })}</p>}
        <p className="muted takings-matter__ids num">{[vendor, moment(seenAt, timeZone), vendorPaymentId].join(' · ')}</p>
        {needsPerson(orphan) && <DecideForm orphan={orphan} />}
      </div>
      {/* Of the other kinds, the list has no payment. */}
      {kind === 'second' && <FindWay paymentId={paymentId} find={find} />}
    </li>
  )
}

const FindWay = ({ paymentId, find }: { paymentId: string | null; find: (paymentId: string) => void }) =>
  paymentId !== null && (
    <Button size="sm" onClick={() => find(paymentId)}>
      {sayOfMoney('findPayment')}
    </Button>
  )

function DecideForm({ orphan: { id } }: { orphan: Orphan }) {
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const decide = useDecideOrphan(id, {
    onSuccess: () => tell({ topic: 'money', text: sayOfMoney('decided'), close: sayOfMoney('close') }),
  })
  return (
    <form
      className="takings-matter__decide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const said = trimmed(note)
        setMissing(said === '')
        if (said !== '') decide.mutate(said)
      }}
    >
      <TextInput
        label={sayOfMoney('whatWasDone')}
        placeholder={sayOfMoney('whatWasDoneLike')}
        maxLength={roomFor(280)}
        value={note}
        error={isMissing && trimmed(note) === '' ? sayOfMoney('whatWasDoneMissing') : null}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={decide.isPending}>
        {sayOfMoney('decide')}
      </Button>
      <FormFailure failure={decide.error} />
    </form>
  )
}
