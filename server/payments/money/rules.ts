import { isMobile } from '#contract/base/checks.ts'
import { DAY, daysAfter } from '#contract/base/time.ts'
import { mobileIn, plainDigits } from '#contract/base/typed.ts'
import { type MoneyState, moneyStates } from '#contract/payments/money.ts'
import type { MoneySums } from '#contract/payments/money-calls.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { Lane } from '#contract/queue/queue.ts'

/** Payments, added up. Amounts in paise. */
interface AddedUp {
  count: number
  /** How many of them do not move on without a person. */
  needsPerson: number
  amountPaise: number
  refundedPaise: number
  /** What is owed to shoppers and has not gone back. */
  duePaise: number
  /** What the vendor kept for its service, with the GST on it. */
  feesPaise: number
  /** What banks took back for disputes, less what they gave back. */
  disputedPaise: number
  /** The GST in the part that is kept. */
  taxPaise: number
}

/** Payments of one shop, gateway, lane and state. */
export interface PlaceRow extends AddedUp {
  /** Null for money without an order. */
  shopId: string | null
  gateway: GatewayName
  lane: Lane | null
  /** The state under which the list shows these payments. */
  state: MoneyState
}

/** Payments of one day. */
export interface DayRow extends AddedUp {
  /** `YYYY-MM-DD` in the mall's time zone. */
  day: string
}

export type MoneyRow = PlaceRow & DayRow

export type ShopDayRow = Pick<MoneyRow, 'day' | 'shopId' | 'amountPaise'>

/** A part that went back or is owed does not have the state of the rest. */
export function partsOf(row: Pick<MoneyRow, 'state' | 'amountPaise' | 'refundedPaise' | 'duePaise'>): Record<MoneyState, number> {
  const { state, amountPaise, refundedPaise, duePaise } = row
  const rest = amountPaise - refundedPaise - duePaise
  const parts = { matched: 0, late: 0, orphan: 0, refund_due: 0, refunded: refundedPaise }
  parts[state === 'late' || state === 'orphan' ? state : 'refund_due'] += duePaise
  parts[state === 'late' || state === 'orphan' ? state : 'matched'] += rest
  return parts
}

/** In paise: what is kept of the money that came in, and what of it went back or will. */
export interface TakingsOfHour {
  shopId: string
  /** Of the mall's clocks. */
  hour: number
  earnedPaise: number
  refundedPaise: number
}

export interface Money {
  totals: MoneySums & { keptPaise: number; taxPaise: number }
  states: Record<MoneyState, { count: number; needsPerson: number; amountPaise: number }>
  byShop: (MoneySums & { shopId: string | null; gateways: { gateway: GatewayName; capturedPaise: number }[] })[]
  byGateway: (MoneySums & { gateway: GatewayName })[]
  byLane: (MoneySums & { lane: Lane | null })[]
}

/** Each list adds up to the totals, and so do the states, to the paisa: all are sums over the same rows. */
export function foldMoney(rows: readonly PlaceRow[]): Money {
  const parts = rows.map(partsOf)
  const states = Object.fromEntries(
    moneyStates.map((state) => {
      const own = rows.filter((row) => row.state === state)
      return [
        state,
        {
          count: sum(own.map((row) => row.count)),
          needsPerson: sum(own.map((row) => row.needsPerson)),
          amountPaise: sum(parts.map((part) => part[state])),
        },
      ]
    }),
  ) as Money['states']
  const ofShop = [...Map.groupBy(rows, ({ shopId }) => shopId)]
  return {
    totals: { ...sumsOf(rows), keptPaise: states.matched.amountPaise, taxPaise: sum(rows.map((row) => row.taxPaise)) },
    states,
    byShop: ofShop
      .map(([shopId, own]) => {
        const gateways = [...Map.groupBy(own, ({ gateway }) => gateway)].map(([gateway, of]) => ({ gateway, capturedPaise: captured(of) }))
        return { shopId, ...sumsOf(own), gateways }
      })
      .sort(mostFirst),
    byGateway: [...Map.groupBy(rows, ({ gateway }) => gateway)].map(([gateway, own]) => ({ gateway, ...sumsOf(own) })).sort(mostFirst),
    byLane: [...Map.groupBy(rows, ({ lane }) => lane)].map(([lane, own]) => ({ lane, ...sumsOf(own) })).sort(mostFirst),
  }
}

export type MoneyOfDay = MoneySums & { day: string; shops: { shopId: string; capturedPaise: number }[] }

/** Lists every day of `days`; a row of another day is an error of the caller. `ofShops` are the rows of the shops that each day names. */
export function foldDays(rows: readonly DayRow[], ofShops: readonly ShopDayRow[], days: readonly string[]): MoneyOfDay[] {
  const ofDay = Map.groupBy(rows, ({ day }) => day)
  const shopsOfDay = Map.groupBy(ofShops, ({ day }) => day)
  return days.map((day) => {
    const shops = Map.groupBy(shopsOfDay.get(day) ?? [], ({ shopId }) => shopId)
    return {
      day,
      ...sumsOf(ofDay.get(day) ?? []),
      shops: [...shops].flatMap(([shopId, own]) => (shopId === null ? [] : { shopId, capturedPaise: captured(own) })),
    }
  })
}

/** The days that follow each other, as spans of their first and last one. `days` are in order. */
export function spansOf(days: readonly string[]): { from: string; to: string }[] {
  const spans: { from: string; to: string }[] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && daysAfter(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day })
  }
  return spans
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
const captured = (rows: readonly Pick<AddedUp, 'amountPaise'>[]): number => sum(rows.map((row) => row.amountPaise))
const mostFirst = (a: MoneySums, b: MoneySums): number => b.capturedPaise - a.capturedPaise

function sumsOf(rows: readonly AddedUp[]): MoneySums {
  const capturedPaise = captured(rows)
  const [refundedPaise, feesPaise, disputedPaise] = (['refundedPaise', 'feesPaise', 'disputedPaise'] as const).map((part) =>
    sum(rows.map((row) => row[part])),
  ) as [number, number, number]
  return {
    count: sum(rows.map((row) => row.count)),
    capturedPaise,
    refundedPaise,
    feesPaise,
    disputedPaise,
    netPaise: capturedPaise - refundedPaise - feesPaise - disputedPaise,
  }
}

/** Both days are included; empty if they are in the wrong order. */
export function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const many = Math.max(0, Math.round((last - first) / DAY) + 1)
  return Array.from({ length: many }, (_, i) => new Date(first + i * DAY).toISOString().slice(0, 10))
}

/** Several may be set: digits can be a token number and a vendor's id. */
export interface Sought {
  token: number | null
  mobile: string | null
  /** An id of ours or of a vendor, or the number of a receipt, as it was typed. */
  name: string
}

/** The largest token number of a shop's day. */
const MOST_TOKENS = 999_999

/** `128` and `#128` are a token, `+91 98765 43210` and `098765 43210` a mobile number. */
export function soughtBy(text: string): Sought {
  const mobile = mobileIn(text)
  const token = /^#?(\d{1,6})$/.exec(plainDigits(text).replace(/[\s()-]/g, ''))?.[1] ?? null
  const number = token === null ? 0 : Number(token)
  return {
    token: number > 0 && number <= MOST_TOKENS ? number : null,
    mobile: isMobile(mobile) ? mobile : null,
    name: text,
  }
}

/**
 * The parts of a paper's number, `C01/2627/000001` of a receipt or `CN01/2627/000001` and `RF01/…` of a refund, with the code of the shop's
 * receipts; null for any other text.
 */
export function numberIn(text: string): { code: string; year: string; serial: number; isNote: boolean } | null {
  const [, code = '', year = '', serial = ''] = /^([A-Z0-9-]+)\/(\d{4})\/(\d{1,9})$/.exec(text.toUpperCase()) ?? []
  const isNote = /^(?:CN|RF)\d/.test(code)
  return serial === '' ? null : { code: isNote ? `C${code.slice(2)}` : code, year, serial: Number(serial), isNote }
}
