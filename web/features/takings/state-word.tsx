import type { MoneyState } from '#web/data/money.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfMoney } from '#web/words/money.ts'
import './takings-states.css'

const icons = { matched: 'check', late: 'clock', orphan: 'help', refund_due: 'undo', refunded: 'reload' } as const

/** A word with an icon, so that no one needs the colour. */
export function StateWord({ state }: { state: MoneyState }) {
  return (
    <span className={`takings-state takings-state--${state}`}>
      <Icon name={icons[state]} />
      {sayOfMoney(`state_${state}`)}
    </span>
  )
}
