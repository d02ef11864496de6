import { z } from 'zod'
import { count, dayAsked as day, id, instant, paise, success } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { call, managers } from '#contract/call.ts'
import { gstin } from '#contract/malls/shapes.ts'
import { lane } from '#contract/queue/shapes.ts'
import { exportKinds, historyKinds, moneyStates } from './money.ts'
import { gatewayNames, refundKinds, refundStates } from './payments.ts'
import { paperKinds, taxKinds } from './taxes.ts'

/** In paise; below zero if more went out than came in. */
const sum = z.int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

/** Days in the mall's time zone, both included; today if they are absent. */
const days = { from: day.optional(), to: day.optional() }

/**
 * Of money that came in on these days, wherever it is now. `capturedPaise` is all of it, `refundedPaise` what has gone back since,
 * `feesPaise` what vendors kept, `disputedPaise` what banks took back for disputes (below zero if they gave more back), `netPaise` the rest;
 * `count` is a number of payments.
 */
const sums = { count, capturedPaise: sum, refundedPaise: sum, feesPaise: sum, disputedPaise: sum, netPaise: sum }
export type MoneySums = { [K in keyof typeof sums]: number }

/**
 * `count` is the number of payments that the list shows under the state. `needsPerson` counts those that do not move on without a person; a
 * refund that is with the bank is not one of them.
 */
const inState = z.object({ count, needsPerson: count, amountPaise: sum })

export const readMoney = call('GET /api/money/:id', {
  tag: 'Payments',
  about: 'What came in at a mall or a shop, and what became of it',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: z.object(days),
  answer: z.object({
    success,
    from: z.string(),
    to: z.string(),
    /** The date now in the mall's time zone. */
    today: z.string(),
    timeZone: z.string(),
    /** `keptPaise` is the matched money, `taxPaise` the GST in it. */
    totals: z.object({ ...sums, keptPaise: sum, taxPaise: sum }),
    states: z.record(z.enum(moneyStates), inState),
    /** Every day of the request, also one without money; `shops` has the first three shops of `byShop`, if they have money on the day. */
    byDay: z.array(z.object({ day: z.string(), ...sums, shops: z.array(z.object({ shopId: z.string(), capturedPaise: sum })) })),
    /** Only shops with money; null is money without an order. */
    byShop: z.array(
      z.object({
        shopId: z.string().nullable(),
        name: z.string().nullable(),
        ...sums,
        gateways: z.array(z.object({ gateway: z.enum(gatewayNames), capturedPaise: sum })),
      }),
    ),
    byGateway: z.array(z.object({ gateway: z.enum(gatewayNames), ...sums })),
    /** The fee buys a place in the priority lane; null is money without an order. */
    byLane: z.array(z.object({ lane: lane.nullable(), ...sums })),
  }),
  refuses: ['mall_not_found'],
})

const historyEntry = z.object({
  at: instant,
  kind: z.enum(historyKinds),
  /** `person` has a name if the account still exists. */
  by: z.object({ kind: z.enum(['shopper', 'person', 'system', 'vendor']), name: z.string().nullable() }),
  amountPaise: paise.nullable(),
  number: z.string().nullable(),
  /** What a vendor's event did, why a try failed, or why money goes back: a word of ours. */
  result: z.string().nullable(),
  /** What a person wrote. */
  note: z.string().nullable(),
})
export type HistoryEntry = z.output<typeof historyEntry>

export const moneyPaper = z.object({
  id: z.string(),
  code: z.string(),
  number: z.string(),
  kind: z.enum(paperKinds),
  totalPaise: paise,
  issuedAt: instant,
})
export type MoneyPaper = z.output<typeof moneyPaper>

/** `sgstPaise` is the UTGST in a union territory. */
const moneyNote = moneyPaper.extend({
  kind: z.enum(['credit_note', 'refund_receipt']),
  taxablePaise: paise,
  cgstPaise: paise,
  sgstPaise: paise,
  igstPaise: paise,
  extraPaise: paise,
})
/** With what a screen needs to show how a refund will split before it begins. */
const moneyReceipt = moneyNote.extend({
  kind: z.enum(['tax_invoice', 'receipt']),
  /** Null on a plain receipt. */
  taxKind: z.enum(taxKinds).nullable(),
  taxBasisPoints: count.nullable(),
})

const refund = z.object({
  id: z.string(),
  amountPaise: paise,
  state: z.enum(refundStates),
  kind: z.enum(refundKinds),
  reason: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
  vendorRefundId: z.string().nullable(),
  /** ARN, UTR or RRN. */
  bankReference: z.string().nullable(),
})

const moneyPayment = z.object({
  id: z.string(),
  state: z.enum(moneyStates),
  /** When the money came in. */
  at: instant,
  shopId: z.string().nullable(),
  shopName: z.string().nullable(),
  ticketId: z.string().nullable(),
  token: count.nullable(),
  lane: lane.nullable(),
  name: z.string().nullable(),
  mobile: z.string().nullable(),
  gateway: z.enum(gatewayNames),
  amountPaise: paise,
  refundedPaise: paise,
  /** Owed to the shopper, and not back yet. */
  duePaise: paise,
  feePaise: paise,
  vendorOrderId: z.string().nullable(),
  vendorPaymentId: z.string().nullable(),
  receipt: moneyReceipt.nullable(),
  refunds: z.array(refund),
  creditNotes: z.array(moneyNote),
  history: z.array(historyEntry),
})
export type MoneyPayment = z.output<typeof moneyPayment>

/**
 * Newest first, 50 at a time. `search` is a token number, a mobile number, an id of ours or of a vendor, or the number of a receipt.
 * Without `from` and `to`, it looks at all days. It then looks for a token number on the last 31 days only, because each shop gives that
 * number every day. The newest 1000 tokens with the number are found.
 */
export const listMoney = call('GET /api/money/:id/payments', {
  tag: 'Payments',
  about: 'The payments of a mall or a shop, each with its history',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: z.object({
    ...days,
    state: z.enum(moneyStates).optional(),
    search: text(80).optional(),
    /** `next` of the previous page. */
    cursor: z.string().min(1).max(400).optional(),
  }),
  answer: z.object({
    success,
    payments: z.array(moneyPayment),
    /** The cursor of the next page; null on the last. */
    next: z.string().nullable(),
  }),
  refuses: ['mall_not_found'],
})

/**
 * Payments by when the money came in, papers by when they were issued, on the mall's days. Payments have a line each; `b2cs`, `cdnur`, `hsn`
 * and `docs` are those tables of the GST return GSTR-1, with the columns of its offline tool; `tally` has vouchers for TallyPrime. Names and
 * mobile numbers are left out unless `people` is `yes`. Payments come newest first, vouchers oldest first. A table of the return is of one
 * GSTIN: if the days have papers of several, the call must name it, and is refused with `several_gstins` otherwise. A node sends an account
 * one file at a time: a call during another one is refused with `quota_exports`.
 */
export const exportMoney = call('GET /api/money/:id/export', {
  tag: 'Payments',
  about: 'The money of a mall or a shop as a file for its accountant',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  query: z.object({ ...days, kind: z.enum(exportKinds), people: z.enum(['yes', 'no']).optional(), gstin: gstin.optional() }),
  file: { type: 'text/csv', or: 'application/xml', about: 'The money as CSV, or as XML for Tally' },
  refuses: ['mall_not_found', 'quota_exports', 'several_gstins'],
})
