import { ActionIcon, Button } from '@mantine/core'
import { mobileEnd } from '#contract/base/checks.ts'
import { rupees } from '#contract/base/money.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { useCashBell } from './use-cash-bell.ts'
import './cash-strip.css'

/** Names that fit on the strip. */
const SHOWN = 3

export interface CashStripProps {
  /** The longest waiting first. */
  owing: readonly StaffTicket[]
  off: boolean
  acting: ReadonlySet<string>
  takeCash: (ticket: StaffTicket) => void
  showAll: () => void
}

/** The strip is above the table, because customers who owe cash are at the counter with the money. */
export function CashStrip({ owing, off, acting, takeCash, showAll }: CashStripProps) {
  const [sound, setSound] = useCashBell(owing)
  if (owing.length === 0) return null
  return (
    <section className="cash-strip" aria-labelledby="cash-strip">
      <h2 id="cash-strip">{sayOfDesk('cashStrip', { count: owing.length })}</h2>
      <div className="cash-strip__people">
        {owing.slice(0, SHOWN).map((ticket) => {
          const end = mobileEnd(ticket.mobile)
          const said = { name: `${ticket.name} ${end}`, amount: rupees(ticket.dueAmountPaise ?? 0) }
          return (
            <Button
              key={ticket.id}
              classNames={{ root: 'num', label: 'cash-strip__label' }}
              disabled={off}
              {...(acting.has(ticket.id) && { 'data-disabled': true, 'aria-disabled': true })}
              aria-label={sayOfDesk('cashTakeLabel', said)}
              onClick={() => !acting.has(ticket.id) && takeCash(ticket)}
            >
              <span className="cash-strip__name">{ticket.name}</span>
              <span className="cash-strip__end">{end}</span>
              <span>{said.amount}</span>
            </Button>
          )
        })}
      </div>
      {owing.length > SHOWN && (
        <Button variant="subtle" classNames={{ root: 'cash-strip__all num' }} onClick={showAll}>
          {sayOfDesk('cashShow', { count: owing.length })}
        </Button>
      )}
      <ActionIcon
        className="cash-strip__sound"
        variant="subtle"
        aria-label={sayOfDesk('soundSwitch')}
        title={sayOfDesk('soundSwitch')}
        aria-pressed={sound}
        onClick={() => setSound(!sound)}
      >
        <Icon name={sound ? 'bell' : 'bell-off'} />
      </ActionIcon>
    </section>
  )
}
