/**
 * Each refusal has a stable code for programs, an HTTP status, and an English sentence (the specification's text if it has one). Screens in
 * Hindi look the code up in `texts/hi/refusals.ts`.
 */
export const refusals = {
  // reading the request
  invalid_input: [400, 'Please check the highlighted fields.'],
  invalid_json: [400, 'The request could not be read.'],
  too_large: [413, 'This is too large to send.'],
  wrong_media_type: [415, 'Please send JSON.'],
  idempotency_key_invalid: [400, 'The Idempotency-Key must have 1 to 255 characters, and no control characters.'],
  idempotency_in_progress: [409, 'The first request is still running. Please try again in a moment.'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used with another body. Please use a new key.'],
  wrong_origin: [403, 'This request did not come from our own page. Please reload and try again.'],
  rate_limited: [429, 'Too many attempts. Please wait a moment and try again.'],
  not_found: [404, 'There is nothing at this address.'],
  unexpected: [500, 'Something went wrong'],
  unavailable: [503, 'We’ll be back in a moment. Please try again.'],
  // who is calling
  not_signed_in: [401, 'Please sign in.'],
  not_verified: [401, 'Please verify your mobile number first.'],
  bad_credentials: [401, 'Invalid email or password'],
  forbidden: [403, 'You don’t have permission to do this.'],
  not_your_mobile: [403, 'This is not the mobile number you verified.'],
  too_many_sign_ins: [429, 'Too many attempts. Please wait a moment and try again.'],
  totp_required: [401, 'Please enter the code from your authenticator app.'],
  invalid_totp: [401, 'This code is wrong. Please try again.'],
  password_change_required: [401, 'Please choose your own password.'],
  common_password: [400, 'This password is too common. Please choose another one.'],
  wrong_password: [400, 'This is not your current password. Please try again.'],
  wrong_code: [400, 'This code is wrong. Please try again.'],
  proof_required: [403, 'Please enter your password again.'],
  session_not_found: [404, 'This session has already ended.'],
  second_factor_on: [409, 'A second factor is already on. Remove it before you add another one.'],
  second_factor_off: [409, 'There is no second factor to remove.'],
  second_factor_required: [409, 'A super administrator must keep the second factor.'],
  enrolment_over: [409, 'This took too long, or there were too many wrong codes. Please start again.'],
  challenge_over: [401, 'This took too long. Please sign in again.'],
  email_taken: [409, 'An account with this email already exists.'],
  email_unconfirmed: [
    409,
    'The account with this email has not confirmed its address. Ask its owner to use Forgot Password once, then try again.',
  ],
  sign_up_over: [400, 'This link has expired or was used before. Please sign in, or create the account again.'],
  not_sign_up_password: [401, 'This is not the password that you chose for the new account.'],
  account_unknown: [404, 'User not found or server issue!'],
  invalid_reset_code: [400, 'This code is wrong or has expired. Please request a new one.'],
  // resources
  staff_not_found: [404, 'This account was not found.'],
  counter_not_found: [404, 'This counter was not found.'],
  unprintable_name: [409, 'This name has letters that the poster cannot print. Please write it in Latin or Devanagari letters.'],
  name_taken: [409, 'That name is already taken.'],
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
  nothing_to_confirm: [409, 'This GSTIN no longer needs confirmation. Please reload the page.'],
  // quotas
  quota_media: [429, 'This mall has reached its limit of new pictures and sounds for today. Please try again tomorrow.'],
  quota_malls: [409, 'This account has reached its limit of malls. Please ask the operator to raise the limit.'],
  quota_shops: [409, 'This mall has reached its limit of shops. Please remove one, or ask the operator to raise the limit.'],
  quota_staff: [409, 'This mall has reached its limit of staff accounts. Please ask the operator to raise the limit.'],
  quota_counters: [409, 'This shop has reached its limit of counters. Please remove one.'],
  quota_sign_ups: [429, 'Too many accounts were created from this network today. Please try again tomorrow.'],
  quota_posters: [429, 'Other posters are being made. Please wait a moment and try again.'],
  quota_exports: [429, 'Another file is being made for you. Please wait until it is complete and try again.'],
  // verification
  invalid_otp: [400, 'Invalid OTP, please try again!'],
  otp_wait: [429, 'Please wait a little before requesting another code.'],
  otp_limit: [429, 'Too many codes were requested for this number today. Please try again later.'],
  otp_address: [429, 'Too many codes were requested from this network. Please use mobile data, or ask at the counter.'],
  otp_budget: [429, 'No codes can be sent right now. Please ask at the counter, or try again later.'],
  otp_tries: [429, 'Too many wrong codes. Please request a new one later.'],
  // queue
  shop_closed: [409, 'The shop is closed now.'],
  too_many_tickets: [409, 'This number has too many tokens today. Please ask at the counter.'],
  empty_number: [400, 'Please enter a number!'],
  ambiguous_ticket: [409, 'Two tickets have this number. Please choose one.'],
  wrong_state: [409, 'This ticket has changed. Please refresh and try again.'],
  nothing_to_undo: [409, 'There is nothing left to undo.'],
  already_joined_again: [409, 'This person has already joined again.'],
  not_called: [409, 'This ticket has not been called.'],
  counter_busy: [409, 'Someone is at this counter now. Please finish with them first, or choose another counter.'],
  counter_closed: [409, 'This counter is closed. Please open it first, or choose another counter.'],
  counters_busy: [409, 'Someone is at every open counter. Please finish with one of them first.'],
  recalled_enough: [409, 'This person was called again three times. Please wait, or mark them as a no-show.'],
  shop_paused: [409, 'The shop is not taking new tokens just now. Please try again later.'],
  // slots
  slot_not_found: [404, 'This time is not offered. Please choose another one.'],
  no_slots: [409, 'No slot fits into these opening hours. Please make the slots shorter or the hours longer.'],
  slot_full: [409, 'Somebody was faster: this time is full. Please choose another one.'],
  slot_past: [409, 'This time has passed. Please choose a later one.'],
  slot_open: [409, 'This time has space now. You can book it.'],
  slot_pays_online: [409, 'A booked time is paid online. To pay cash, please join now.'],
  held_enough: [409, 'We held a time for you for 15 minutes. Please join now, or leave and start again.'],
  held_too_often: [409, 'We held times for you three times without a payment. Please join now, or book a time tomorrow.'],
  already_booked: [409, 'This number already has a token here for that day.'],
  too_late_to_move: [409, 'It is too late to change this time.'],
  moved_enough: [409, 'This booking was moved twice and cannot be moved again.'],
  kept_before: [409, 'We kept a place for you at this time before. Please book a free time.'],
  waits_enough: [409, 'You are on enough waiting lists here. Please book a free time.'],
  // payments
  nothing_to_pay: [409, 'There is nothing to pay.'],
  price_changed: [409, 'The price has changed. Please look at the new one and press again.'],
  ticket_lapsed: [409, 'Your place expired. We held it for 15 minutes. Please start again.'],
  payment_lapsed: [409, 'This order expired. We held it for 15 minutes. Please book again.'],
  payment_failed: [402, 'The payment did not go through. No money was taken. Please try again.'],
  payment_other_amount: [409, 'Another amount than the price was paid, so there is no token. The owner of the mall sees this payment.'],
  payment_late: [409, 'Your payment came too late for this place in the queue. It is being refunded.'],
  more_than_captured: [409, 'This is more than what is left of the payment.'],
  over_refund_limit: [403, 'This is more than staff may refund at this shop. Please ask the owner.'],
  nothing_to_hand_back: [409, 'No cash refund is due for this payment.'],
  drawer_changed: [409, 'The cash of this drawer has changed. Please look at the new amount and confirm again.'],
  orphan_not_found: [404, 'We could not find this payment of the vendor.'],
  several_gstins: [409, 'These days have papers of more than one GSTIN. A return is for one GSTIN: please choose it.'],
  gateway_unknown: [400, 'This payment method is not available here. Please choose another.'],
  signature_wrong: [400, 'The signature is wrong.'],
  gateway_incomplete: [409, 'Please enter the key, its secret and the webhook secret first.'],
  gateway_not_in_demo: [409, 'A demo takes no real money, so this cannot be switched on.'],
  gateway_test_key: [409, 'This is a test key, which takes no real money. Please enter a live key.'],
  gateway_unavailable: [502, 'The payment service is not responding. No payment is lost. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

/** `error` and `message` are the same sentence; `fields` has a sentence for each wrong field. */
export interface ErrorAnswer {
  success: false
  error: string
  message: string
  code: RefusalCode
  fields?: Record<string, string>
  requestId?: string
  /** Needed for the second step of a sign-in (`totp_required`, `password_change_required`). */
  challenge?: string
  /** What an authenticator app needs to enrol. Sent at the first sign-in that asks for a code. */
  enrol?: { secret: string; url: string }
  /** What it costs now (`price_changed`). */
  amountPaise?: number
  /** The nearest slot with space (`slot_full`); absent if none is free. */
  nearest?: { id: string; startsAt: string }
  /** One of which the call must name (`several_gstins`). */
  gstins?: string[]
}

/** `retryAfterSeconds` becomes the header `Retry-After`. */
export interface RefusalDetails {
  /** The resource of another tenant that the call named. It goes into the audit, never into a response. */
  reach?: { mallId: string; subject: string }
  fields?: Record<string, string>
  retryAfterSeconds?: number
  challenge?: string
  enrol?: { secret: string; url: string }
  amountPaise?: number
  nearest?: { id: string; startsAt: Date }
  gstins?: string[]
}

/** Rules and services throw it; the HTTP edge turns it into an `ErrorAnswer` with its status. */
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
