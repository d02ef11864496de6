import type { ShopperTexts } from '../../texts/shopper.en.ts'
import { CallFailure, type FailureCode } from '../api/call.ts'
import type { Tell } from './journey-context.ts'

/** The sentence of each refusal that a shopper can meet; everything else is "something went wrong". */
const sentences = {
  offline: 'failOffline',
  timeout: 'failTimeout',
  unavailable: 'failUnavailable',
  invalid_input: 'failInput',
  rate_limited: 'failLimited',
  wrong_origin: 'failOrigin',
  not_verified: 'failVerify',
  not_signed_in: 'failVerify',
  not_your_mobile: 'failMobile',
  shop_not_found: 'failShop',
  is_a_mall: 'failShop',
  ticket_not_found: 'failTicket',
  otp_wait: 'failOtpWait',
  otp_limit: 'failOtpLimit',
  otp_tries: 'failOtpTries',
  invalid_otp: 'invalidOtp',
  shop_closed: 'failClosed',
  too_many_tickets: 'failTickets',
  wrong_state: 'failState',
  nothing_to_pay: 'failState',
  ticket_lapsed: 'failLapsed',
  payment_lapsed: 'failOrderLapsed',
  payment_not_found: 'failOrderLapsed',
  payment_failed: 'failPayment',
  payment_late: 'failLate',
  gateway_unavailable: 'failGateway',
  gateway_unknown: 'failGatewayUnknown',
  receipt_not_found: 'failReceipt',
} as const satisfies Partial<Record<FailureCode, keyof ShopperTexts>>

/** What went wrong and what to do next, in the shopper's language. */
export function sentenceOf(failure: unknown, say: Tell): string {
  const code = codeOf(failure)
  return say(code !== null && Object.hasOwn(sentences, code) ? sentences[code as keyof typeof sentences] : 'failUnexpected')
}

export const codeOf = (failure: unknown): FailureCode | null => (failure instanceof CallFailure ? failure.code : null)
