import { Anchor, Button, Drawer, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import type { HistoryEntry } from '#contract/payments/money-calls.ts'
import { paperPaths } from '#contract/payments/paper.ts'
import { isVendor } from '#contract/payments/payments.ts'
import { type MoneyPaper, type MoneyPayment, useCheck, type useMoneyList } from '#web/data/money.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { tell } from '#web/ui/tell.tsx'
import { groupedMobile } from '#web/words/mobile.ts'
import { gatewayWord, longDay, resultWord, sayOfMoney } from '#web/words/money.ts'
import { say } from '#web/words/words.ts'
import { StateWord } from './state-word.tsx'
import './takings-payment-drawer.css'

interface Props {
  isOpen: boolean
  /** Null until it is read. */
  payment: MoneyPayment | null
  /** What was read for this payment alone. */
  found: ReturnType<typeof useMoneyList>
  /** A question is open above the drawer. */
  isAsking: boolean
  timeZone: string
  close: () => void
  refund: () => void
}

export function PaymentDrawer({ isOpen, payment, found, isAsking, timeZone, close, refund }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      closeOnEscape={!isAsking}
      position="right"
      size="29rem"
      title={payment === null ? sayOfMoney('payment') : `${longDay(payment.at, timeZone)}, ${timeOfDay(payment.at.getTime(), timeZone)}`}
      closeButtonProps={{ 'aria-label': sayOfMoney('close') }}
      classNames={{
        content: 'takings-payment-drawer__sheet',
        header: 'takings-payment-drawer__sheet',
        body: 'takings-payment-drawer',
        title: 'muted',
      }}
    >
      {isOpen && (payment === null ? <Missing found={found} /> : <Details payment={payment} timeZone={timeZone} refund={refund} />)}
    </Drawer>
  )
}

function Missing({ found }: Pick<Props, 'found'>) {
  if (found.isError) return <ReadFailure text={sayOfMoney('unread')} retry={found.refetch} />
  if (found.isPending || found.isPlaceholderData) return <Skeleton height="12rem" role="status" aria-label={say('loading')} />
  return (
    <p className="nothing" role="status">
      {sayOfMoney('noPayment')}
    </p>
  )
}

function Details({ payment, timeZone, refund }: { payment: MoneyPayment; timeZone: string; refund: () => void }) {
  const { amountPaise, refundedPaise, duePaise, feePaise, gateway, receipt, creditNotes } = payment
  const leftPaise = amountPaise - refundedPaise - duePaise
  const note = noteOf(payment)
  const check = useCheck({
    onSuccess: () => tell({ topic: 'money', text: sayOfMoney('asked', { gateway: gatewayWord(gateway) }), close: sayOfMoney('close') }),
  })
  return (
    <>
      <p className="takings-payment-drawer__amount num">{rupeesAndPaise(amountPaise)}</p>
      <p className="takings-payment-drawer__state">
        <StateWord state={payment.state} />
        <span className="muted num">
          {sayOfMoney(duePaise > 0 ? 'inOutOwed' : 'inOutLeft', {
            in: rupeesAndPaise(amountPaise),
            out: rupeesAndPaise(refundedPaise),
            owed: rupeesAndPaise(duePaise),
            left: rupeesAndPaise(leftPaise),
          })}
        </span>
      </p>
      <dl className="takings-payment-drawer__facts">
        {payment.name !== null && (
          <Fact word={sayOfMoney('shopper')}>
            {payment.name}
            {payment.mobile !== null && <>, {groupedMobile(payment.mobile)}</>}
          </Fact>
        )}
        {payment.shopName !== null && (
          <Fact word={payment.token === null ? sayOfMoney('shop') : sayOfMoney('token')}>
            {payment.token !== null && `${payment.token}, `}
            {payment.shopName}
          </Fact>
        )}
        <Fact word={sayOfMoney('paidBy')}>{gatewayWord(gateway)}</Fact>
        {feePaise > 0 && <Fact word={sayOfMoney('vendorFees')}>{rupeesAndPaise(feePaise)}</Fact>}
        {receipt && <PaperFact paper={receipt} />}
        {creditNotes.map((note) => (
          <PaperFact key={note.id} paper={note} />
        ))}
        {payment.vendorOrderId !== null && <Fact word={sayOfMoney('order')}>{payment.vendorOrderId}</Fact>}
        {payment.vendorPaymentId !== null && <Fact word={sayOfMoney('payment')}>{payment.vendorPaymentId}</Fact>}
        {payment.refunds.map((one) => (
          <RefundFacts key={one.id} refund={one} />
        ))}
      </dl>
      {note !== null && <p role="note">{sayOfMoney(note, { vendor: gatewayWord(gateway) })}</p>}
      <h3 className="cap">{sayOfMoney('whatHappened')}</h3>
      <ol className="takings-history">
        {payment.history.map((entry) => (
          <Entry key={keyOf(entry)} entry={entry} timeZone={timeZone} />
        ))}
      </ol>
      <FormFailure failure={check.error} />
      <div className="takings-payment-drawer__ways">
        {payment.ticketId !== null && leftPaise > 0 && (
          <Button variant="filled" leftSection={<Icon name="undo" />} onClick={refund}>
            {sayOfMoney('refundWay')}
          </Button>
        )}
        {payment.ticketId !== null && isVendor(gateway) && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon name="search" />}
            loading={check.isPending}
            onClick={() => check.mutate(payment.id)}
          >
            {sayOfMoney('askAgain', { gateway: gatewayWord(gateway) })}
          </Button>
        )}
      </div>
    </>
  )
}

/** Why money that is owed has not gone back, if a person can do something about it. */
function noteOf({ gateway, duePaise, refunds }: MoneyPayment) {
  const has = (wanted: MoneyPayment['refunds'][number]['state']) => refunds.some(({ state }) => state === wanted)
  if (duePaise === 0) return null
  if (gateway === 'cash' || has('by_hand')) return 'refundCash'
  if (has('waiting_for_funds')) return 'refundNoFunds'
  return has('failed') ? 'refundRefused' : null
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{word}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

const PaperFact = ({ paper }: { paper: MoneyPaper }) => (
  <Fact word={sayOfMoney(paper.kind)}>
    {/* Papers are in the shopper wing, which is another document. */}
    <Anchor href={paperPaths.page(paper.code)} target="_blank" rel="noopener">
      {paper.number}
    </Anchor>
  </Fact>
)

function RefundFacts({ refund: { id, vendorRefundId, bankReference } }: { refund: MoneyPayment['refunds'][number] }) {
  return (
    <>
      <Fact word={sayOfMoney('refund')}>{vendorRefundId ?? id}</Fact>
      {bankReference !== null && <Fact word={sayOfMoney('bankReference')}>{bankReference}</Fact>}
    </>
  )
}

const icons: Partial<Record<HistoryEntry['kind'], Parameters<typeof Icon>[0]['name']>> = {
  ordered: 'file',
  captured: 'check',
  late: 'clock',
  failed: 'warning',
  expired: 'clock',
  receipt: 'file',
  left: 'logout',
  ended: 'clock',
  refund_begun: 'undo',
  refunded: 'reload',
  note: 'file',
  confirmed: 'person',
}

const keyOf = ({ at, kind, by, amountPaise, number, result }: HistoryEntry) =>
  JSON.stringify([at.getTime(), kind, by, amountPaise, number, result])

function Entry({ entry, timeZone }: { entry: HistoryEntry; timeZone: string }) {
  const { at, kind, by, amountPaise, number, result, note } = entry
  const amount = rupeesAndPaise(amountPaise ?? 0)
  const title =
    kind === 'ordered' || kind === 'refund_begun'
      ? sayOfMoney(`did_${kind}`, { amount })
      : kind === 'receipt' || kind === 'note'
        ? sayOfMoney(`did_${kind}`, { number: number ?? '' })
        : sayOfMoney(`did_${kind}`)
  const who = by.name ?? (by.kind === 'vendor' ? '' : sayOfMoney(`by_${by.kind}`))
  return (
    <li data-good={kind === 'captured' || kind === 'refund_begun' || kind === 'refunded' || undefined}>
      <span className="takings-history__sign">
        <Icon name={icons[kind] ?? 'bell'} />
      </span>
      <div>
        <p>
          <b>{title}</b>
        </p>
        {result !== null && <p>{resultWord(result)}</p>}
        {note !== null && <p>{note}</p>}
        <p className="muted takings-history__who">{by.kind === 'vendor' ? vendorWord(who) : who}</p>
      </div>
      <time className="muted num" dateTime={at.toISOString()}>
        {timeOfDay(at.getTime(), timeZone)}
      </time>
    </li>
  )
}

const vendorWord = (name: string): string => (name === 'razorpay' || name === 'cashfree' ? gatewayWord(name) : name)
