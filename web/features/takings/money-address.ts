import { useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { dayAsked } from '#contract/base/envelope.ts'
import { type MoneyState, moneyStates } from '#contract/payments/money.ts'
import type { Mall } from '#web/data/malls.ts'
import type { Period } from '#web/data/money.ts'

interface Shown {
  /** A shop of the mall, or the mall itself. */
  place: string
  period: Period
  state: MoneyState | null
  /** The payment in the drawer. */
  payment: string | null
}

/**
 * What the screen shows is in its address, so that it survives Back, a reload and a shared link. A search is not: it may be a shopper's
 * mobile. An opened payment is a step in the history, so that Back closes it.
 */
export function useMoneyAddress(mall: Mall) {
  const [search, setSearch] = useSearchParams()
  const { state: step } = useLocation() as { state: { isOpened?: boolean } | null }
  const navigate = useNavigate()
  const closing = useRef<string | null>(null)
  const [from, to] = ['from', 'to'].map((name) => dayAsked.safeParse(search.get(name)).data)
  const shown: Shown = {
    place: mall.shops.find(({ id }) => id === search.get('shop'))?.id ?? mall.id,
    period: from !== undefined && to !== undefined && from <= to ? { from, to } : {},
    state: moneyStates.find((one) => one === search.get('state')) ?? null,
    payment: search.get('payment'),
  }
  const addressOf = ({ place, period, state, payment }: Shown) =>
    new URLSearchParams({
      ...(place !== mall.id && { shop: place }),
      ...(period.from !== undefined && period.to !== undefined && { from: period.from, to: period.to }),
      ...(state !== null && { state }),
      ...(payment !== null && { payment }),
    })
  return {
    ...shown,
    change: (next: Partial<Omit<Shown, 'payment'>>) => setSearch(addressOf({ ...shown, ...next }), { replace: true }),
    open: (payment: string) => {
      closing.current = null
      setSearch(addressOf({ ...shown, payment }), { state: { isOpened: true } })
    },
    close: () => {
      // Two quick presses go back one step.
      if (closing.current === search.get('payment')) return
      closing.current = search.get('payment')
      if (step?.isOpened) navigate(-1)
      else setSearch(addressOf({ ...shown, payment: null }), { replace: true })
    },
  }
}
