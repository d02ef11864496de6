import { DAY, HOUR, localDateOf } from '#contract/base/time.ts'

/** How far back the first import reads, how many days each later one reads once more, and the pause between two, in ms. */
const [FIRST_DAYS, AGAIN_DAYS, PAUSE_MS] = [7, 2, 6 * HOUR]

export const nextImportAt = (now: Date): Date => new Date(now.getTime() + PAUSE_MS)

/**
 * Returns the days oldest first, through today: a vendor adds entries to a day that has begun, and sometimes to one that is over. `until`
 * is the day through which they were read; null before the first import. Never more than 31 days.
 */
export function daysToImport(until: string | null, now: Date, timeZone: string): string[] {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`)
  const today = day(localDateOf(now, timeZone))
  const from = until === null ? today - FIRST_DAYS * DAY : day(until) - AGAIN_DAYS * DAY
  const days: string[] = []
  for (let at = Math.max(from, today - 30 * DAY); at <= today; at += DAY) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

interface Line {
  kind: string
  amountPaise: number
  feePaise: number
  taxPaise: number
  netPaise: number
}

/**
 * An account can let its shoppers bear the vendor's fee. The mall then gets what the order says: the fee on top was never its money, and is
 * not in its books.
 */
export const withoutShoppersFee = <L extends Line>(line: L, orderPaise: number): L =>
  line.kind === 'payment' && line.amountPaise > orderPaise && line.netPaise === orderPaise
    ? { ...line, amountPaise: orderPaise, feePaise: 0, taxPaise: 0 }
    : line
