import { z } from 'zod'
import { count, dayAsked, id, instant, paise, success } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { call, managers } from '#contract/call.ts'
import { disputeStates, orphanKinds, vendorNames } from './payments.ts'

const orphan = z.object({
  id: z.string(),
  gateway: z.enum(vendorNames),
  kind: z.enum(orphanKinds),
  /** The order whose money it should be. */
  paymentId: z.string().nullable(),
  /** To find the payment on the vendor's pages. */
  vendorPaymentId: z.string(),
  amountPaise: paise,
  seenAt: instant,
  /** When the vendor gave it back without being asked. */
  returnedAt: instant.nullable(),
  /** When a person said what became of it; `note` has their words. */
  decidedAt: instant.nullable(),
  note: z.string().nullable(),
})
export type Orphan = z.output<typeof orphan>

const dispute = z.object({
  id: z.string(),
  gateway: z.enum(vendorNames),
  paymentId: z.string().nullable(),
  vendorDisputeId: z.string(),
  amountPaise: paise,
  /** Taken from the mall by the vendor. */
  deductedPaise: paise,
  /** `phase` and `reason` are in the vendor's words. */
  phase: z.string(),
  reason: z.string(),
  state: z.enum(disputeStates),
  /** Until when the mall must answer on the vendor's pages; null if no answer is due. */
  respondBy: instant.nullable(),
  openedAt: instant,
})
export type Dispute = z.output<typeof dispute>

/** At most 200 of each: first those that need a person, the newest first. */
export const readVendorMatters = call('GET /api/malls/:id/vendor-matters', {
  tag: 'Payments',
  about: 'Money at the vendors that needs a person: payments of no order, and disputes',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({ success, orphans: z.array(orphan), disputes: z.array(dispute) }),
  refuses: ['mall_not_found', 'is_a_shop'],
})

/** Idempotent: the first note stays. No money moves: that is done on the vendor's pages. */
export const decideOrphan = call('POST /api/orphans/:id/decide', {
  tag: 'Payments',
  about: 'Records what a person has done about money of no order',
  by: 'account',
  roles: managers,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ note: text(280, 'Please say what was done') }),
  answer: z.object({ success, orphan }),
  refuses: ['orphan_not_found'],
})

const settlement = z.object({
  id: z.string(),
  gateway: z.enum(vendorNames),
  vendorSettlementId: z.string(),
  /** The bank's reference of the transfer; null until the vendor knows it. */
  utr: z.string().nullable(),
  settledAt: instant,
  paymentsPaise: paise,
  /** Negative if more were reversed. */
  refundsPaise: z.int(),
  /** Without its tax. */
  feesPaise: paise,
  taxPaise: paise,
  /** What reached the bank; negative if refunds and fees were more than the payments. */
  netPaise: z.int(),
  /** How many entries it has. */
  lines: count,
})
export type Settlement = z.output<typeof settlement>

/** The day after the last one would have a year of five digits, which the database cannot read. */
const LAST_DAY = '9998-12-31'
const day = dayAsked.refine((one) => one <= LAST_DAY, 'Please choose a date')

/** Each transfer is the sum of its entries; the newest first, at most 1000. Days of the mall; without a span, the last 31. */
export const readSettlements = call('GET /api/malls/:id/settlements', {
  tag: 'Payments',
  about: 'What the vendors have transferred to a mall’s bank, with their fees',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: z.object({ from: day.optional(), to: day.optional() }),
  answer: z.object({ success, settlements: z.array(settlement) }),
  refuses: ['mall_not_found', 'is_a_shop'],
})
