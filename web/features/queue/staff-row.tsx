import { Badge, Button, Loader, Table } from '@mantine/core'
import { memo } from 'react'
import { rupees } from '../../../contract/money.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import type { StaffTicket } from './api.ts'
import type { DeskActions } from './use-desk-actions.ts'
import { useSteady } from './use-steady.ts'

export interface RowProps {
  ticket: StaffTicket
  /** Its place in the whole table, from 1, whatever is filtered. */
  order: number
  isNext: boolean
  /** Pressed here, or called as the server knows it. */
  clicked: boolean
  calling: boolean
  failed: boolean
  acting: boolean
  /** True while there is no connection: nothing can be done. */
  off: boolean
  leaving: boolean
  actions: DeskActions
}

/** `98201 11847`: a mobile number as it is read out; a dash where there is none. */
export const grouped = (mobile: string): string => (mobile === '' ? '–' : mobile.replace(/^(\d{5})(\d{5})$/, '$1 $2'))

/** One customer. Renders again only when something of its own changes: the table may hold hundreds. */
export const StaffRow = memo(function StaffRow({ order, isNext, leaving, ...rest }: RowProps) {
  const bad = rest.failed || (rest.clicked && rest.ticket.notice === 'failed')
  const mark = bad ? 'bad' : rest.clicked ? 'called' : isNext ? 'next' : undefined
  return (
    <Table.Tr role="row" className="row" data-mark={mark} data-leaving={leaving || undefined} data-ticket={rest.ticket.id}>
      <Table.Td role="cell" className="row__order num">
        {order}
      </Table.Td>
      <Cells {...rest} />
    </Table.Tr>
  )
})

/** Apart from the place, which changes for everybody below when one leaves. */
const Cells = memo(function Cells(row: Omit<RowProps, 'order' | 'isNext' | 'leaving'>) {
  const say = useSay()
  const { ticket } = row
  const isSteady = useSteady(buttonOf(row))
  return (
    <>
      <Table.Td role="cell" className="row__name">
        <b>{ticket.name}</b>
      </Table.Td>
      <Table.Td role="cell" className="row__mobile num">
        {grouped(ticket.mobile)}
      </Table.Td>
      <Table.Td role="cell" className="row__mail" title={ticket.email}>
        {ticket.email === '' ? '–' : ticket.email}
      </Table.Td>
      <Table.Td role="cell" className="row__token">
        <span className="token num" data-lane={ticket.number === null ? undefined : ticket.lane}>
          {ticket.number ?? '–'}
          {ticket.lane === 'priority' && ticket.number !== null && <span className="hidden"> {say('priorityToken')}</span>}
        </span>
      </Table.Td>
      <Table.Td role="cell" className="row__action">
        <span className="act" onClickCapture={(event) => isSteady() || event.stopPropagation()}>
          <RowAction {...row} />
        </span>
      </Table.Td>
    </>
  )
})

/** Which button stands in a row: the next one takes its place on the same pixels. */
function buttonOf({ ticket, failed, clicked }: Pick<RowProps, 'ticket' | 'failed' | 'clicked'>): string {
  if (ticket.state === 'pending_payment') return 'paid'
  if (failed) return 'again'
  return clicked ? 'clicked' : 'ok'
}

function RowAction({ ticket, clicked, calling, failed, acting, off, actions }: Omit<RowProps, 'order' | 'isNext' | 'leaving'>) {
  const say = useSay()
  const number = ticket.number ?? '–'
  if (ticket.state === 'pending_payment') {
    const amount = rupees(ticket.dueAmountPaise ?? 0)
    return (
      <>
        <Badge className="tag" data-tone="warn">
          {say('toPay')}
        </Badge>
        {ticket.cashPaymentId !== null && (
          <Button
            className="act__button"
            disabled={off}
            // Not `loading`, which disables: the question gives the focus back to it.
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
  if (failed) {
    return (
      <>
        <Badge className="tag" data-tone="bad">
          {say('noticeNotSent')}
        </Badge>
        <TryAgain off={off} busy={acting} press={() => actions.call(ticket)} />
      </>
    )
  }
  if (clicked) {
    // A notice that failed cannot be sent twice for one call: the call is taken back and made again.
    const again = ticket.notice === 'failed' && ticket.undoable === 'call' && !calling
    return (
      <>
        <NoticeTag ticket={ticket} calling={calling} />
        {again ? (
          <TryAgain off={off} busy={acting} press={() => actions.callAgain(ticket)} />
        ) : (
          // Not `disabled`: the pressed button keeps the focus, so that the keyboard goes on from here.
          <Button
            className="act__button"
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
  return (
    <>
      {ticket.state === 'missed' && (
        <Badge className="tag" data-tone="warn" leftSection={<Icon name="clock" />}>
          {say('missed')}
        </Badge>
      )}
      <Button
        className="act__button"
        variant="outline"
        disabled={off}
        aria-label={say('okLabel', { number })}
        onClick={() => actions.call(ticket)}
      >
        {say('ok')}
      </Button>
    </>
  )
}

function TryAgain({ off, busy, press }: { off: boolean; busy: boolean; press: () => void }) {
  const say = useSay()
  return (
    <Button className="act__button act__button--bad" variant="outline" color="red" disabled={off} loading={busy} onClick={press}>
      {say('sendAgain')}
    </Button>
  )
}

/** How far the message of a call has got. */
export function NoticeTag({ ticket, calling }: { ticket: StaffTicket; calling: boolean }) {
  const say = useSay()
  if (calling || ticket.notice === 'queued') return <Badge className="tag">{say('noticeSending')}</Badge>
  if (ticket.notice === 'failed') {
    return (
      <Badge className="tag" data-tone="bad">
        {say('noticeNotSent')}
      </Badge>
    )
  }
  if (ticket.notice === null) return null
  return (
    <Badge className="tag" data-tone="ok" leftSection={<Icon name="check" />}>
      {ticket.notice === 'delivered' ? say('noticeDelivered') : say('noticeSent')}
    </Badge>
  )
}
