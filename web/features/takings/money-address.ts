import { useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'
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
  const { key, state: step } = useLocation() as { key: string; state: { isOpened?: boolean } | null }
  const navigate = useNavigate()
  // A step takes a moment, and a second press in it would be one more step.
  const isMoving = useRef(false)
  useEffect(() => {
    // The address has arrived.
    if (key !== '') isMoving.current = false
  }, [key])
  const [from, to] = ['from', 'to'].map((name) => dayAsked.safeParse(search.get(name)).data)
  const shown: Shown = {
    place: mall.shops.find(({ id }) => id === search.get('shop'))?.id ?? mall.id,
    period: from !== undefined && to !== undefined && from <= to ? { from, to } : {},
    state: moneyStates.find((one) => one === search.get('state')) ?? null,
    // No id is longer, and the call that looks for it refuses longer ones.
    payment: search.get('payment')?.slice(0, 80) ?? null,
  }
  const addressOf = ({ place, period, state, payment }: Shown) =>
    new URLSearchParams({
      ...(place !== mall.id && { shop: place }),
      ...(period.from !== undefined && period.to !== undefined && { from: period.from, to: period.to }),
      ...(state !== null && { state }),
      ...(payment !== null && { payment }),
    })
  // At once: a field shows what is typed into it, and the next key begins from there.
  const go = (next: Shown, options: NavigateOptions) =>
    setSearch(addressOf(next), { ...options, preventScrollReset: true, flushSync: true })
  const once = (move: () => void) => {
    if (isMoving.current) return
    isMoving.current = true
    move()
  }
  return {
    ...shown,
    change: (next: Partial<Omit<Shown, 'payment'>>) => go({ ...shown, ...next }, { replace: true }),
    open: (payment: string) => once(() => go({ ...shown, payment }, { state: { isOpened: true } })),
    close: () => once(() => (step?.isOpened ? navigate(-1) : go({ ...shown, payment: null }, { replace: true }))),
  }
}
