import { isMobile } from '#contract/base/checks.ts'
import { DAY } from '#contract/base/time.ts'
import { mobileIn, plainDigits } from '#contract/base/typed.ts'
import { type MoneyState, moneyStates } from '#contract/payments/money.ts'
import type { MoneySums } from '#contract/payments/money-calls.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { Lane } from '#contract/queue/queue.ts'

/** Payments of one day, shop, gateway, lane and state, added up. Amounts in paise. */
export interface MoneyRow {
  /** `YYYY-MM-DD` in the mall's time zone. */
  day: string
  /** Null for money without an order. */
  shopId: string | null
  gateway: GatewayName
  lane: Lane | null
  /** The state under which the list shows these payments. */
  state: MoneyState
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
  byDay: (MoneySums & { day: string; shops: { shopId: string | null; capturedPaise: number }[] })[]
  byShop: (MoneySums & { shopId: string | null; gateways: { gateway: GatewayName; capturedPaise: number }[] })[]
  byGateway: (MoneySums & { gateway: GatewayName })[]
  byLane: (MoneySums & { lane: Lane | null })[]
}

/**
 * Each list adds up to the totals, and so do the states, to the paisa: all are sums over the same rows. `days` are the days to list; a row
 * of another day is an error of the caller.
 */
export function foldMoney(rows: readonly MoneyRow[], days: readonly string[]): Money {
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
  const ofDay = Map.groupBy(rows, ({ day }) => day)
  const ofShop = [...Map.groupBy(rows, ({ shopId }) => shopId)]
  return {
    totals: { ...sumsOf(rows), keptPaise: states.matched.amountPaise, taxPaise: sum(rows.map((row) => row.taxPaise)) },
    states,
    byDay: days.map((day) => {
      const own = ofDay.get(day) ?? []
      const shops = [...Map.groupBy(own, ({ shopId }) => shopId)].map(([shopId, of]) => ({ shopId, capturedPaise: captured(of) }))
      return { day, ...sumsOf(own), shops }
    }),
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

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
const captured = (rows: readonly MoneyRow[]): number => sum(rows.map((row) => row.amountPaise))
const mostFirst = (a: MoneySums, b: MoneySums): number => b.capturedPaise - a.capturedPaise

function sumsOf(rows: readonly MoneyRow[]): MoneySums {
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

/** The parts of a receipt's number such as `C01/2627/000001`; null for any other text. */
export function numberIn(text: string): { code: string; year: string; serial: number } | null {
  const [, code = '', year = '', serial = ''] = /^([A-Z0-9-]+)\/(\d{4})\/(\d{1,9})$/.exec(text.toUpperCase()) ?? []
  return serial === '' ? null : { code, year, serial: Number(serial) }
}
