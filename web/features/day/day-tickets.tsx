import { Anchor, Button } from '@mantine/core'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import type { DayStep } from '#contract/payments/day-calls.ts'
import { paperPaths } from '#contract/payments/paper.ts'
import type { DayTicket, useDay } from '#web/data/day.ts'
import { sayOfDay, stepWord, wayToPay } from '#web/words/day.ts'

export function DayTickets({ list, all, timeZone }: { list: ReturnType<typeof useDay>; all: number | undefined; timeZone: string }) {
  const tickets = list.data?.pages.flatMap((page) => page.tickets) ?? []
  return (
    <section className="panel day-tickets" aria-labelledby="tickets">
      <h2 id="tickets">{sayOfDay('listOf')}</h2>
      <ul className="day-tickets__list">
        {tickets.map((ticket) => (
          <Ticket key={ticket.id} ticket={ticket} timeZone={timeZone} />
        ))}
      </ul>
      <div className="day-tickets__foot">
        {all !== undefined && <span className="muted num">{sayOfDay('shown', { count: tickets.length, all })}</span>}
        {list.hasNextPage && (
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {sayOfDay('more')}
          </Button>
        )}
      </div>
    </section>
  )
}

function Ticket({ ticket, timeZone }: { ticket: DayTicket; timeZone: string }) {
  const { token, shopName, name, mobile, state, slot, joinedAt, steps } = ticket
  const time = (at: Date) => timeOfDay(at.getTime(), timeZone)
  return (
    <li className="day-ticket">
      <span className="day-ticket__token num" role="img" aria-label={sayOfDay('ticket', { token })}>
        {token}
      </span>
      <div className="day-ticket__person">
        <b>{name}</b>
        <span className="muted num">
          {mobile.slice(0, 5)} {mobile.slice(5)}
        </span>
        <span className="muted">{shopName}</span>
      </div>
      <div className="day-ticket__state">
        <b>{sayOfDay(`state_${state}`)}</b>
        {slot && <span className="muted num">{sayOfDay('slot', { from: time(slot.startsAt), to: time(slot.endsAt) })}</span>}
        {joinedAt && <span className="muted num">{sayOfDay('joined', { time: time(joinedAt) })}</span>}
      </div>
      <Money ticket={ticket} />
      <details className="day-ticket__steps">
        <summary>
          {sayOfDay('whoDidWhat')} <span className="muted num">{sayOfDay('steps', { count: steps.length })}</span>
        </summary>
        <ol>
          {steps.map((step) => (
            <li key={`${step.at.getTime()} ${step.action}`}>
              <time className="muted num" dateTime={step.at.toISOString()}>
                {time(step.at)}
              </time>
              <span>
                {stepWord(step.action)}, <span className="muted">{doer(step.by)}</span>
                {step.outOfTurn && <em> ({sayOfDay('outOfTurn')})</em>}
                {step.undone && <em className="muted"> ({sayOfDay('undone')})</em>}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

const doer = ({ kind, name }: DayStep['by']): string =>
  kind === 'shopper' ? sayOfDay('byShopper') : kind === 'system' ? sayOfDay('bySystem') : (name ?? sayOfDay('bySomeone'))

function Money({ ticket: { payment, papers } }: { ticket: DayTicket }) {
  if (payment === null) return <p className="day-ticket__money muted">{sayOfDay('free')}</p>
  const { amountPaise, refundedPaise, duePaise, gateway } = payment
  return (
    <div className="day-ticket__money">
      <span className="num">{sayOfDay('paid', { amount: rupeesAndPaise(amountPaise), gateway: wayToPay(gateway) })}</span>
      {refundedPaise > 0 && <span className="muted num">{sayOfDay('back', { amount: rupeesAndPaise(refundedPaise) })}</span>}
      {duePaise > 0 && <span className="day-ticket__due num">{sayOfDay('due', { amount: rupeesAndPaise(duePaise) })}</span>}
      {papers.map(({ id, code, number }, place) => (
        <Anchor key={id} href={paperPaths.page(code)} target="_blank" className="num">
          {sayOfDay(place === 0 ? 'receipt' : 'note', { number })}
        </Anchor>
      ))}
    </div>
  )
}
