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
  too_many_sign_ins: [429, 'Too many tries. Please wait a moment and try again.'],
  totp_required: [401, 'Please enter the code of your authenticator app.'],
  invalid_totp: [401, 'This code is not right. Please try again.'],
  password_change_required: [401, 'Please choose a password of your own.'],
  challenge_over: [401, 'This took too long. Please sign in again.'],
  email_taken: [409, 'There is an account with this email already.'],
  account_unknown: [404, 'User not found or server issue!'],
  invalid_reset_code: [400, 'This code is not right or has ended. Please ask for a new one.'],
  // things
  staff_not_found: [404, 'This account was not found.'],
  counter_not_found: [404, 'This counter was not found.'],
  unprintable_name: [409, 'This name has letters that the poster cannot print. Please write it in Latin or Devanagari letters.'],
  name_taken: [409, 'There is one with this name already.'],
  tickets_live: [409, 'People are waiting there. Please serve or cancel them first.'],
  bad_picture: [400, 'This picture cannot be read. Please choose a JPEG, PNG or WebP of at most 800 px.'],
  bad_sound: [400, 'This sound cannot be read. Please choose an MP3, Ogg, M4A or WAV file of at most 1 MB.'],
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
  too_many_tickets: [409, 'Too many tickets for this number today. Please ask at the counter.'],
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
  nothing_to_hand_back: [409, 'There is no cash to hand back for this payment.'],
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
  /** The second step of a sign-in (`totp_required`, `password_change_required`). */
  challenge?: string
  /** What an authenticator app needs to enrol, at the first sign-in that asks for it. */
  enrol?: { secret: string; url: string }
}

/** What goes along with a refusal: field errors, seconds to wait (`Retry-After`), the way to a sign-in's second step. */
export interface RefusalDetails {
  /** The foreign tenant's thing that was reached for: goes to the audit, never into an answer. */
  reach?: { mallId: string; subject: string }
  fields?: Record<string, string>
  retryAfterSeconds?: number
  challenge?: string
  enrol?: { secret: string; url: string }
}

/** Thrown by rules and services; the HTTP edge turns it into an `ErrorAnswer` with its status. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails & { sentence?: string } = {}) {
    super(details.sentence ?? refusals[code][1])
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code][0]
    this.details = details
  }
}
