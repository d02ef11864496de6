import type { Drawer } from '#contract/payments/cash-calls.ts'

interface Place {
  mallId: string
  shopId: string
  counterId: string | null
}

/** Adds up what goes through drawers at once. Returns each drawer once, in the order in which every transaction locks them. */
export function sumsOf(way: 'taken' | 'handedBack', moved: readonly (Place & { amountPaise: number })[]) {
  const none = { taken: 0, takenPaise: 0, handedBack: 0, handedBackPaise: 0 }
  const sums = new Map<string, Place & typeof none>()
  for (const { mallId, shopId, counterId, amountPaise } of moved) {
    const key = `${shopId} ${counterId ?? ''}`
    const sum = sums.get(key) ?? { mallId, shopId, counterId, ...none }
    sums.set(key, { ...sum, [way]: sum[way] + 1, [`${way}Paise`]: sum[`${way}Paise`] + amountPaise })
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

type Flow = Pick<Drawer, 'openingPaise' | 'takenPaise' | 'handedBackPaise'>

export const expectedIn = ({ openingPaise, takenPaise, handedBackPaise }: Flow): number => openingPaise + takenPaise - handedBackPaise

export const isUncounted = ({ taken, handedBack }: Pick<Drawer, 'taken' | 'handedBack'>): boolean => taken > 0 || handedBack > 0

/** The cash of a removed counter stays in its drawer. */
export const hasCash = (drawer: Drawer): boolean => drawer.openingPaise > 0 || isUncounted(drawer)
