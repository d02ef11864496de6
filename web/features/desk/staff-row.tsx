import { ActionIcon, Badge, Button, Loader, Table } from '@mantine/core'
import { memo } from 'react'
import { rupees } from '#contract/base/money.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { atInstants, useNow } from '#web/live/use-now.ts'
import { sayOfDesk } from '#web/words/desk.ts'
import { groupedMobile } from '#web/words/mobile.ts'
import { say } from '#web/words/words.ts'
import type { DeskActions } from './desk-actions.ts'
import { NoticeTag } from './notice-tag.tsx'
import { PromiseTag } from './promise-tag.tsx'
import { stateWord } from './state-word.ts'
import { useRests } from './use-rests.ts'

export interface RowProps {
  ticket: StaffTicket
  /** The row's position in the whole, unfiltered table, from 1. */
  order: number
  isNext: boolean
  /** Pressed in this browser, or already called on the server. */
  clicked: boolean
  calling: boolean
  failed: boolean
  acting: boolean
  /** True while there is no connection, when no action is possible. */
  off: boolean
  leaving: boolean
  /** The counter of this device; null if it is at none. */
  counterId: string | null
  actions: DeskActions
  /** Opens the question about a refund; null if this person may refund nothing here. */
  refund: ((ticket: StaffTicket) => void) | null
  /** The mall's, in which slots are shown. */
  timeZone: string | undefined
}

/** One customer. A row renders again only when its own props change, because the table can hold hundreds of rows. */
export const StaffRow = memo(function StaffRow({ order, isNext, leaving, ...rest }: RowProps) {
  const bad = rest.failed || (rest.clicked && rest.ticket.notice === 'failed')
  const elsewhere = rest.counterId !== null && rest.ticket.counterId !== null && rest.ticket.counterId !== rest.counterId
  const mark = bad ? 'bad' : rest.clicked ? (elsewhere ? 'elsewhere' : 'called') : isNext ? 'next' : undefined
  return (
    <Table.Tr role="row" className="staff-table-row" data-mark={mark} data-leaving={leaving || undefined} data-ticket={rest.ticket.id}>
      <Table.Td role="cell" className="staff-table-row__order num">
        {order}
      </Table.Td>
      <Cells {...rest} />
    </Table.Tr>
  )
})

/** The cells without the position, because the position changes for every row below when one customer leaves. */
const Cells = memo(function Cells(row: Omit<RowProps, 'order' | 'isNext' | 'leaving'>) {
  const { ticket, timeZone } = row
  const rests = useRests(buttonOf(row))
  return (
    <>
      <Table.Td role="cell" className="staff-table-row__name">
        <b>{ticket.name}</b>
        <PromiseTag ticket={ticket} timeZone={timeZone} />
        {ticket.state === 'missed' && <small className="staff-table-row__missed">{say('missed')}</small>}
        {ticket.slot !== null && ticket.state === 'waiting' && (
          <small className="staff-table-row__slot num">
            {sayOfDesk('bookedAt', { time: timeOfDay(ticket.slot.startsAt.getTime(), timeZone) })}
          </small>
        )}
      </Table.Td>
      <Table.Td role="cell" className="staff-table-row__mobile num">
        {groupedMobile(ticket.mobile)}
      </Table.Td>
      <Table.Td role="cell" className="staff-table-row__mail" title={ticket.email}>
        {ticket.email === '' ? '–' : ticket.email}
      </Table.Td>
      <Table.Td role="cell" className="staff-table-row__token">
        <span className="staff-table-token num" data-lane={ticket.number === null ? undefined : ticket.lane}>
          {ticket.number ?? '–'}
          {ticket.lane === 'priority' && ticket.number !== null && <span className="hidden"> {say('priorityToken')}</span>}
        </span>
      </Table.Td>
      <Table.Td role="cell" className="staff-table-row__action">
        <span className="staff-table-act" onClickCapture={(event) => rests && event.stopPropagation()}>
          <RowAction {...row} rests={rests} />
          {row.refund && ticket.lane === 'priority' && ticket.number !== null && (
            <RefundButton number={ticket.number} off={row.off} press={() => row.refund?.(ticket)} />
          )}
        </span>
      </Table.Td>
    </>
  )
})

/** The way to a refund of a paid ticket: a small button next to the main one, because it is rarely needed. */
function RefundButton({ number, off, press }: { number: number; off: boolean; press: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      disabled={off}
      aria-label={sayOfDesk('refundLabel', { number })}
      title={sayOfDesk('refundLabel', { number })}
      onClick={press}
    >
      ₹
    </ActionIcon>
  )
}

/** Names the button in a row. A changed button appears on the same pixels, so `useRests` guards against a second press. */
function buttonOf({ ticket, failed, clicked }: Pick<RowProps, 'ticket' | 'failed' | 'clicked'>): string {
  if (ticket.state === 'pending_payment') return 'paid'
  if (ticket.state === 'booked') return 'booked'
  if (failed) return 'again'
  if (ticket.state === 'missed') return 'missed'
  return clicked ? 'clicked' : 'ok'
}

function RowAction({
  ticket,
  clicked,
  calling,
  failed,
  acting,
  off,
  counterId,
  actions,
  timeZone,
  rests,
}: Omit<RowProps, 'order' | 'isNext' | 'leaving' | 'refund'> & { rests: boolean }) {
  const number = ticket.number ?? '–'
  const resting = { 'aria-disabled': rests || undefined } as const
  const hereNow = (className: string, variant: 'outline' | 'default') => (
    <Button
      className={className}
      variant={variant}
      {...resting}
      disabled={off}
      data-disabled={acting}
      aria-label={sayOfDesk('hereNowLabel', { number })}
      onClick={() => actions.act(ticket, 'arrive')}
    >
      {sayOfDesk('hereNow')}
    </Button>
  )
  if (ticket.state === 'pending_payment') {
    const amount = rupees(ticket.dueAmountPaise ?? 0)
    return (
      <>
        <Badge data-tone="warn">{say('toPay')}</Badge>
        {ticket.cashPaymentId !== null && (
          <Button
            className="staff-table-act__button"
            disabled={off}
            // `loading` would disable the button, but the question must be able to return the focus to it.
            {...(acting && { 'data-disabled': true, 'aria-disabled': true })}
            aria-label={say('paidLabel', { amount, name: ticket.name })}
            onClick={() => !acting && actions.takeCash(ticket)}
          >
            {acting && <Loader size="0.9rem" color="currentColor" mr="0.4rem" />}
            {say('paid', { amount })}
          </Button>
        )}
      </>
    )
  }
  if (ticket.state === 'booked') {
    const time = ticket.slot === null ? '–' : timeOfDay(ticket.slot.startsAt.getTime(), timeZone)
    return (
      <>
        <span className="staff-table-act__where">
          <b className="num">{time}</b>
          <small>{sayOfDesk('joinsAlone')}</small>
        </span>
        {hereNow('staff-table-act__button staff-table-act__button--pair', 'outline')}
      </>
    )
  }
  if (failed) {
    return (
      <>
        <Badge data-tone="bad">{say('noticeNotSent')}</Badge>
        <TryAgain off={off} busy={acting} press={() => actions.call(ticket)} />
      </>
    )
  }
  if (clicked) {
    // A failed notice cannot be sent again for the same call. So the call is undone and made again.
    const again = ticket.notice === 'failed' && ticket.undoable === 'call' && !calling
    return (
      <>
        {calling || ticket.notice === 'failed' ? (
          <NoticeTag ticket={ticket} calling={calling} />
        ) : (
          <Where ticket={ticket} counterId={counterId} />
        )}
        {again ? (
          <TryAgain off={off} busy={acting} press={() => actions.callAgain(ticket)} />
        ) : (
          // Do not use `disabled`: the pressed button must keep the focus, so that keyboard users continue from here.
          <Button
            className="staff-table-act__button"
            data-disabled
            aria-disabled="true"
            aria-label={say('clickedLabel', { number })}
            onClick={(e) => e.preventDefault()}
          >
            {calling && <Loader size="0.9rem" color="currentColor" mr="0.4rem" />}
            {say('clicked')}
          </Button>
        )}
      </>
    )
  }
  if (ticket.state === 'missed') {
    return (
      <>
        {hereNow('staff-table-act__button staff-table-act__button--pair', 'default')}
        <Button
          className="staff-table-act__button staff-table-act__button--pair"
          variant="outline"
          {...resting}
          disabled={off}
          aria-label={sayOfDesk('callAgainLabel', { number })}
          onClick={() => actions.call(ticket)}
        >
          {sayOfDesk('callAgain')}
        </Button>
      </>
    )
  }
  return (
    <>
      {ticket.joinedAt !== null && (
        <small className="staff-table-act__since num">
          {sayOfDesk('waitsSince', { time: timeOfDay(ticket.joinedAt.getTime(), timeZone) })}
        </small>
      )}
      <Button
        className="staff-table-act__button"
        variant="outline"
        {...resting}
        disabled={off}
        aria-label={say('okLabel', { number })}
        onClick={() => actions.call(ticket)}
      >
        {say('ok')}
      </Button>
    </>
  )
}

/** The counter and the state of a called customer. Without a counter, the delivery state of the call's message. */
function Where({ ticket, counterId }: { ticket: StaffTicket; counterId: string | null }) {
  const { startTime, duration, counter } = ticket
  const now = useNow(serverNow, atInstants(startTime === null || duration === null ? null : startTime + duration * 1000))
  if (counter === null) return <NoticeTag ticket={ticket} calling={false} />
  const isHere = ticket.counterId === counterId
  return (
    <span className="staff-table-act__where">
      <b>{isHere ? sayOfDesk('thisCounter') : counter}</b>
      <small>{stateWord(ticket, now)}</small>
    </span>
  )
}

function TryAgain({ off, busy, press }: { off: boolean; busy: boolean; press: () => void }) {
  return (
    <Button
      className="staff-table-act__button staff-table-act__button--bad"
      variant="outline"
      color="red"
      disabled={off}
      loading={busy}
      onClick={press}
    >
      {say('sendAgain')}
    </Button>
  )
}
