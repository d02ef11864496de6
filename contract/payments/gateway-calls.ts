import { z } from 'zod'
import { id, instant, success } from '#contract/base/envelope.ts'
import { call, desk, managers } from '#contract/call.ts'
import { payment } from './calls.ts'
import { vendorNames } from './payments.ts'

const gatewayAccount = z.object({
  name: z.enum(vendorNames),
  /** Shoppers of this mall can pay with it. */
  on: z.boolean(),
  /** The public name of the key at the vendor. */
  keyId: z.string().nullable(),
  hasSecret: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** The key moves real money; false for a test key, or without a key. */
  live: z.boolean(),
  /** To enter at the vendor, so that it reports payments and refunds. */
  webhookUrl: z.string(),
  /** When the vendor last sent an event with a correct signature. */
  lastWebhookAt: instant.nullable(),
})
export type GatewayAccount = z.output<typeof gatewayAccount>

/** Every vendor once, also those that are off. Secrets are never in an answer. */
const gatewayAccounts = z.array(gatewayAccount)

/** Without spaces around it. An empty field keeps what is there. */
const pasted = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'This has a hidden character. Please type it again')
  .optional()

export const readGateways = call('GET /api/malls/:id/gateways', {
  tag: 'Payments',
  about: 'The vendors through which a mall takes money online',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: gatewayAccounts,
  refuses: ['mall_not_found', 'is_a_shop'],
})

/**
 * Absent and empty fields stay. A new webhook secret does not end the previous one for 24 hours, because the vendor repeats older events
 * with it. Cashfree signs its events with the key's secret, so it needs no webhook secret.
 */
export const changeGateway = call('PUT /api/malls/:id/gateways', {
  tag: 'Payments',
  about: 'Enters the keys of a vendor and switches it on or off; the answer has all vendors',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({
    name: z.enum(vendorNames),
    on: z.boolean().optional(),
    keyId: pasted,
    keySecret: pasted,
    webhookSecret: pasted,
  }),
  answer: gatewayAccounts,
  refuses: ['mall_not_found', 'is_a_shop', 'gateway_incomplete', 'gateway_not_in_demo', 'gateway_test_key'],
})

/** Changes nothing at the vendor. `accepted` is false if the vendor does not know the key or its secret. */
export const testGateway = call('POST /api/malls/:id/gateways/test', {
  tag: 'Payments',
  about: 'Asks a vendor whether it accepts the keys of a mall',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ name: z.enum(vendorNames) }),
  answer: z.object({ success, accepted: z.boolean() }),
  refuses: ['mall_not_found', 'is_a_shop', 'gateway_incomplete', 'gateway_not_in_demo', 'gateway_unavailable'],
})

/**
 * The vendor is asked at most once in two seconds for each payment; in between, the answer is what we know. `underWay` says whether money
 * that has not arrived may still come: false if the vendor knows of no payment that is not decided; null if it was not asked.
 */
export const checkPayment = call('POST /api/payments/:id/check', {
  tag: 'Payments',
  about: 'Asks the vendor now whether an order is paid',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success, payment, receiptId: z.string().nullable(), underWay: z.boolean().nullable() }),
  refuses: ['payment_not_found', 'payment_other_amount', 'gateway_unavailable'],
})

/**
 * Razorpay's `callback_url`, for browsers that cannot show its checkout in a frame. The browser comes from the vendor with a form, and
 * without our cookie: the vendor's signature over our order is the proof. It gets 303 to the token page, also after a failed try.
 */
export const returnFromVendor = call('POST /api/payments/:id/return', {
  tag: 'Payments',
  about: 'Where the vendor sends the browser after a payment',
  by: 'none',
  from: 'elsewhere',
  limit: 'write',
  params: z.object({ id }),
  body: z.unknown(),
  hidden: true,
  refuses: ['payment_not_found', 'signature_wrong'],
})

/** The body is read as bytes, because the signature is made over them. */
const webhook = {
  tag: 'Payments',
  by: 'none',
  from: 'elsewhere',
  limit: 'webhook',
  params: z.object({ id }),
  body: z.unknown(),
  answer: z.object({ success }),
  refuses: ['signature_wrong'],
} as const

/** 200 if the event is stored, was stored before, or is of a kind that we do not use. */
export const razorpayWebhook = call('POST /api/webhooks/razorpay/:id', { ...webhook, about: 'An event of a mall’s Razorpay account' })
export const cashfreeWebhook = call('POST /api/webhooks/cashfree/:id', { ...webhook, about: 'An event of a mall’s Cashfree account' })
