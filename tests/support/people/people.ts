import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { removeCounter } from '#contract/office/mall-calls.ts'
import { readSettings } from '#contract/office/settings-calls.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { login } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { ask, type Credentials } from '#tests/support/calls/client.ts'

// Without a run of zeros: a duration in the log can contain one, and a test looks for mobiles there.
let mobiles = 7_318_264_519
/** A mobile number that no one else in this run has. */
export const newMobile = (): string => String(mobiles++)

export interface Shopper extends Credentials {
  mobile: string
  cookie: string
}

/** Asks for a code and proves it, as the screen does. */
export async function verifiedShopper(address: string, mobile = newMobile()): Promise<Shopper> {
  const sent = await ask(address, sendOtp, { body: { mobile, name: 'Asha Verma', email: 'asha@example.in' } })
  const proved = await ask(address, verifyOtp, { body: { mobile, otp: String(sent.body.otp) } })
  const cookie = proved.headers.get('set-cookie')?.split(';')[0] ?? ''
  if (!cookie.startsWith('rc_shopper=')) throw new Error('a proved mobile did not get its cookie')
  return { mobile, cookie }
}

/** Returns the ticket's id. */
export async function join(address: string, shopper: Shopper, shopId: string): Promise<string> {
  const { body } = await ask(address, joinQueue, { body: information(shopper, shopId) }, shopper)
  return body.newInfo._id
}

export const information = (shopper: { mobile: string }, shopId: string) => ({
  name: 'Asha Verma',
  mobile: shopper.mobile,
  email: 'asha@example.in',
  token: 512,
  shopid: shopId,
})

export async function order(address: string, shopper: Shopper, ticketId: string, gateway?: 'demo' | 'cash'): Promise<string> {
  const { body } = await ask(address, createPayment, { body: { ticketId, ...(gateway ? { gateway } : {}) } }, shopper)
  return body.payment.id
}

export async function paidShopper(
  address: string,
  shopId: string,
): Promise<Shopper & { ticketId: string; paymentId: string; number: number; receiptId: string }> {
  const shopper = await verifiedShopper(address)
  const ticketId = await join(address, shopper, shopId)
  const paymentId = await order(address, shopper, ticketId)
  const { body } = await ask(address, confirmPayment, { id: paymentId }, shopper)
  return { ...shopper, ticketId, paymentId, number: body.token, receiptId: body.receiptId }
}

/** Has joined and chosen cash; staff have not confirmed it yet. */
export async function cashShopper(address: string, shopId: string): Promise<Shopper & { ticketId: string; paymentId: string }> {
  const shopper = await verifiedShopper(address)
  const ticketId = await join(address, shopper, shopId)
  return { ...shopper, ticketId, paymentId: await order(address, shopper, ticketId, 'cash') }
}

/** Without counters, any number of people can be called at the same time. */
export async function removeCounters(address: string, owner: Credentials, shopId: string): Promise<void> {
  const { body } = await ask(address, readSettings, { id: shopId }, owner)
  for (const { id } of body.counters) await ask(address, removeCounter, { id }, owner)
}

export async function signIn(address: string, email: string, password: string = DEMO_PASSWORD): Promise<Credentials & { bearer: string }> {
  const { body } = await ask(address, login, { body: { email, password } })
  return { bearer: body.token }
}

export const staffOf = (address: string) => signIn(address, demoAccounts.staff.email)
export const ownerOf = (address: string) => signIn(address, demoAccounts.owner.email)
export const superOf = (address: string) => signIn(address, demoAccounts.superadmin.email)
