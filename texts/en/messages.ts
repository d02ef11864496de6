/**
 * Messages to phones have at most two values each. An SMS carries the template that the operator has registered for its kind, in one
 * language for all. The shopper's own page shows these texts in the shopper's language.
 */
export const en = {
  otp: '{code} is your Red Carpet code. It is valid for 5 minutes. Do not share it.',
  token: 'Your token number at {shop} is {number}. We will message you when the counter is ready.',
  booking: 'You are booked at {shop} with token {booking}. You join the queue then. We will message you when the counter is ready.',
  /** The value `booking` of that message. */
  bookedFor: '{number} for {time}',
  call: 'Token {number}: your counter is ready. Please come to {counter} now.',
  mistake: 'Token {number} was called by mistake. Please wait: we will message you when the counter is ready.',
  reminder: 'Your time at {shop} is {time}. You join the queue then. We will message you when the counter is ready.',
  space: '{shop} has space again: {time}. We keep it for you for 10 minutes.',
  refund: 'Your fee of {amount} at {shop} has been refunded.',
  part: 'Part of your fee at {shop} has been refunded: {amount}.',
  collect: '{amount} of your fee at {shop} waits for you in cash. Please collect it at the counter when the shop is open.',
  promise: 'We did not call token {number} in time, so your fee of {amount} comes back. You keep your place in the queue.',
  /** The amount in the message `part`. */
  partOf: '{part} of {whole}',
  /** The amount for a booking that the shop could not keep. */
  closedOn: '{amount} (closed on {day})',
  reset:
    'Your code to set a new Red Carpet password: {code}\n\nOr open this link: {link}\n\nBoth are valid for one hour. If you did not ask for this, ignore this mail: your password stays.',
  resetSubject: 'Your code for a new password',
  confirm:
    'Please confirm your email to open your Red Carpet account: {link}\n\nThe link is valid for one day. You will be asked for the password that you chose. If you did not create an account, ignore this mail: nothing opens without you.',
  confirmSubject: 'Confirm your email',
  taken:
    'Someone tried to create a Red Carpet account with this email, but you already have one. If it was you, sign in, or use Forgot Password. If it was not you, there is nothing to do.',
  takenSubject: 'You already have a Red Carpet account',
  disabled:
    'Someone asked for a new password for your Red Carpet account, but this account is disabled. If it was you, ask your manager to enable it, or create a new account with this email. If it was not you, there is nothing to do.',
  disabledSubject: 'Your Red Carpet account is disabled',
  device:
    'Someone has just signed in to your Red Carpet account from a new browser. If this was not you, use Forgot Password now: a new password ends all sessions.',
  deviceSubject: 'New sign-in to your account',
  password:
    'The password or the email of your Red Carpet account was just changed. All sessions have ended. If this was not you, use Forgot Password now, or call your administrator.',
  passwordSubject: 'Your sign-in was changed',
  factor:
    'The authenticator app of your Red Carpet account was just added or removed. If this was not you, call your administrator at once.',
  factorSubject: 'Your second factor was changed',
  failures:
    'Someone has tried several times to sign in to your Red Carpet account and failed. Your account is not locked, and browsers you have used before still work. If this was not you, make sure that your password is used nowhere else.',
  receipt: 'Your receipt of {shop}: {link}\n\nThe page has it as a PDF, too. Only people who know this address can open it.',
  receiptSubject: 'Your receipt',
  note: '{shop} has given {amount} back to you. Your receipt for this refund: {link}\n\nThe page has it as a PDF, too. Only people who know this address can open it.',
  noteSubject: 'Your refund',
  failuresSubject: 'Failed sign-ins to your account',
} as const
export type MessageTexts = typeof en
