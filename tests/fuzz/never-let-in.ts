import { removeOwnersSecondFactor } from '#contract/office/mall-calls.ts'
import { cashfreeWebhook, razorpayWebhook, testGateway } from '#contract/payments/gateway-calls.ts'
import { decideOrphan } from '#contract/payments/vendor-books-calls.ts'
import { confirmSignUp, totp } from '#contract/sign-in/calls.ts'
import { confirmSecondFactor, removeSecondFactor } from '#contract/sign-in/own-account-calls.ts'
import { joinWaitlist } from '#contract/slots/calls.ts'
import { removeStaffSecondFactor } from '#contract/staff/calls.ts'

/** The calls that never succeed in the demo: it asks for no second factor, and opens a sign-up at once. */
export const NEVER_LET_IN: readonly string[] = [
  confirmSignUp.name,
  totp.name,
  confirmSecondFactor.name,
  removeSecondFactor.name,
  removeOwnersSecondFactor.name,
  removeStaffSecondFactor.name,
  // They need a signature of a vendor.
  razorpayWebhook.name,
  cashfreeWebhook.name,
  // They need a vendor, money that no one ordered, and a slot that is full.
  testGateway.name,
  decideOrphan.name,
  joinWaitlist.name,
]
