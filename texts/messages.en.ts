/** The messages that go to phones. Registered templates: at most two values each, no free text. */
export const en = {
  otp: '{code} is your Red Carpet code. It is valid for 5 minutes. Do not share it.',
  token: 'Your token number at {shop} is {number}. We will message you when the counter is ready.',
  call: 'Token {number}: your counter is ready. Please come to {counter} now.',
  refund: 'Your fee of {amount} at {shop} has been refunded.',
  reset: '{code} is your code to set a new Red Carpet password. It is valid for 10 minutes. If you did not ask for it, ignore this mail.',
  resetSubject: 'Your code for a new password',
} as const
export type MessageTexts = typeof en
