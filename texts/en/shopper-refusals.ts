/** A shopper reads these refusals in other words than staff do: never *ticket*, *payment* or *sign in*. */
export const en = {
  wrong_origin: 'Please reload the page and try again.',
  otp_address: 'Too many codes for this network. Use mobile data, or ask at the counter.',
  otp_budget: 'No codes can be sent right now. Please ask at the counter.',
  shop_paused: 'The shop is not taking new tokens just now. Please try again a little later.',
  receipt_not_found: 'The receipt was not found.',
  not_signed_in: 'Please verify your mobile number first.',
  is_a_mall: 'This shop was not found.',
  ticket_not_found: 'Your place was not found. Please start again.',
  otp_wait: { one: 'You can request another code in {count} second.', other: 'You can request another code in {count} seconds.' },
  wrong_state: 'Your token’s status has changed.',
  price_changed: 'The price has changed: it is {price} now. Nothing was paid. To go on, press the button again.',
  nothing_to_pay: 'Your token’s status has changed.',
  payment_not_found: 'This order expired. We held it for 15 minutes. Please book again.',
} as const

export type ShopperRefusals = typeof en
