/**
 * Every refusal the product knows: a stable code for programs, an HTTP status, and the English sentence for a person (the
 * specification's text where it has one). Screens in another language look the code up in their own catalogue.
 */
export const refusals = {
  // reading the request
  invalid_input: [400, 'Please check the highlighted fields.'],
  invalid_json: [400, 'The request could not be read.'],
  too_large: [413, 'That is too large to send.'],
  wrong_media_type: [415, 'Please send JSON.'],
  wrong_origin: [403, 'This request did not come from our own page. Please reload and try again.'],
  rate_limited: [429, 'Too many tries. Please wait a moment and try again.'],
  not_found: [404, 'There is nothing at this address.'],
  unexpected: [500, 'Something went wrong'],
  unavailable: [503, 'We are back in a moment. Please try again.'],
  // who is calling
  not_signed_in: [401, 'Please sign in.'],
  not_verified: [401, 'Please verify your mobile number first.'],
  bad_credentials: [401, 'Invalid email or password'],
  forbidden: [403, 'You have no right to do this.'],
  not_your_mobile: [403, 'This is not the mobile number you verified.'],
  // things
  is_a_shop: [404, 'This is a shop, not a mall.'],
  is_a_mall: [404, 'This is a mall, not a shop.'],
  shop_not_found: [404, 'This shop was not found.'],
  mall_not_found: [404, 'This mall was not found.'],
  ticket_not_found: [404, 'This ticket was not found.'],
  payment_not_found: [404, 'This payment was not found.'],
  receipt_not_found: [404, 'This receipt was not found.'],
  shop_required: [400, 'Shop ID is missing!'],
  // verification
  invalid_otp: [400, 'Invalid OTP, please try again!'],
  otp_wait: [429, 'Please wait before asking for another code.'],
  otp_limit: [429, 'Too many codes for this number today. Please try again later.'],
  otp_tries: [429, 'Too many wrong codes. Please ask for a new one later.'],
  // queue
  shop_closed: [409, 'The shop is closed now.'],
  empty_number: [400, 'Please enter a number!'],
  ambiguous_ticket: [409, 'Two tickets have this number. Please choose one.'],
  wrong_state: [409, 'The ticket has moved on meanwhile.'],
  nothing_to_undo: [409, 'There is nothing to undo any more.'],
  already_joined_again: [409, 'This person has joined again meanwhile.'],
  not_called: [409, 'This ticket has not been called.'],
  // payments
  nothing_to_pay: [409, 'There is nothing to pay.'],
  ticket_lapsed: [409, 'Your place was held for 15 minutes and has lapsed. Please start again.'],
  payment_lapsed: [409, 'This order was held for 15 minutes and has lapsed. Please book again.'],
  payment_failed: [402, 'The payment did not go through. No money was taken. Please try again.'],
  payment_late: [409, 'The payment came too late for this place in the queue. It is being refunded.'],
  gateway_unknown: [400, 'This way to pay is not offered here.'],
  gateway_unavailable: [502, 'The payment service does not answer. No money was taken. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

/** The shape of every error answer. `error` and `message` are the same sentence; `fields` names what is wrong where. */
export interface ErrorAnswer {
  success: false
  error: string
  message: string
  code: RefusalCode
  fields?: Record<string, string>
  requestId?: string
}

/** Thrown by rules and services; the HTTP edge turns it into an `ErrorAnswer` with its status. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  /** Extra facts for the caller: field errors, seconds to wait (`Retry-After`). */
  readonly details: { fields?: Record<string, string>; retryAfterSeconds?: number }

  constructor(code: RefusalCode, details: { fields?: Record<string, string>; retryAfterSeconds?: number; sentence?: string } = {}) {
    super(details.sentence ?? refusals[code][1])
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code][0]
    this.details = details
  }
}
