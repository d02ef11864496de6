import { rupees } from '#contract/base/money.ts'
import type { Drawer } from '#web/data/cash.ts'
import { sayOfCash } from '#web/words/cash.ts'
import { moment } from '#web/words/moment.ts'

export const drawerName = ({ counterName }: Pick<Drawer, 'counterName'>): string => counterName ?? sayOfCash('noCounter')

export const sinceWord = (since: Date | null, timeZone: string): string =>
  since ? sayOfCash('since', { time: moment(since, timeZone) }) : sayOfCash('sinceEver')

type Flow = Omit<Drawer, 'lastCount'>

/** What makes up the cash that should be there. */
export const drawerLines = ({
  since,
  openingPaise,
  taken,
  takenPaise,
  handedBack,
  handedBackPaise,
}: Flow): (readonly [string, number])[] => [
  ...(since === null ? [] : [[sayOfCash('opening'), openingPaise] as const]),
  [sayOfCash('taken', { count: taken }), takenPaise],
  ...(handedBack > 0 ? [[sayOfCash('handedBack', { count: handedBack }), -handedBackPaise] as const] : []),
]

export function differenceWord(paise: number): string {
  if (paise === 0) return sayOfCash('exact')
  return sayOfCash(paise < 0 ? 'short' : 'over', { amount: rupees(Math.abs(paise)) })
}
