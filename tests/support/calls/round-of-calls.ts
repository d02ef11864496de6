import { demoAccounts } from '#contract/base/demo.ts'
import type { Call } from '#contract/call.ts'
import { callByNumber, listTickets, startCountdown } from '#contract/desk/calls.ts'
import { callTicket, completeTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { readDisplay } from '#contract/displays/calls.ts'
import { readMall } from '#contract/office/form-calls.ts'
import { readInsights } from '#contract/office/insights-calls.ts'
import { mallOverview } from '#contract/office/mall-calls.ts'
import { readSettings } from '#contract/office/settings-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import { cancelTicket, confirmPayment, createPayment, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { joinQueue, readCountdown, readToken } from '#contract/queue/calls.ts'
import { me } from '#contract/sign-in/calls.ts'
import { listStaff } from '#contract/staff/calls.ts'
import { readPass, readStorefront } from '#contract/storefront/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { ask, type Credentials, type Parts, raw } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { information, newMobile, signIn } from '#tests/support/people/people.ts'

/** Makes a request under a name; a benchmark measures it here. */
export type Named = <T>(name: string, request: () => Promise<T>) => Promise<T>

export interface Desk {
  staff: Credentials
  owner: Credentials
}

export const deskAt = async (address: string): Promise<Desk> => ({
  staff: await signIn(address, demoAccounts.staff.email),
  owner: await signIn(address, demoAccounts.owner.email),
})

/**
 * One shopper's way through the demo shop, with all that a shopper, the desk and the owner ask on the way. Afterwards the queue is as long
 * as before. Throws if a call is refused.
 */
export async function roundOfCalls(address: string, { staff, owner }: Desk, named: Named): Promise<void> {
  const asked = <C extends Call>(name: string, call: C, parts?: Parts<C>, who?: Credentials) =>
    named(name, () => ask(address, call, parts, who))
  const page = (name: string, path: string, who?: Credentials) =>
    named(name, async () => {
      const { status } = await raw(address, 'GET', path, undefined, who)
      if (status >= 400) throw new Error(`${name}: ${status}`)
    })

  await page('page of a mall', `/${DEMO_MALL}`)
  await page('page of a shop', `/${SHOP}`)
  await asked('storefront', readStorefront, { id: SHOP })
  await asked('display', readDisplay, { id: SHOP })

  const mobile = newMobile()
  const sent = await asked('ask for a passcode', sendOtp, { body: { mobile, name: 'Asha Verma', email: 'asha@example.in' } })
  const proved = await asked('prove a mobile', verifyOtp, { body: { mobile, otp: String(sent.body.otp) } })
  const shopper = { cookie: proved.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const joined = await asked('join', joinQueue, { body: information({ mobile }, SHOP) }, shopper)
  const ticketId = joined.body.newInfo._id
  const ordered = await asked('order', createPayment, { body: { ticketId } }, shopper)
  const paymentId = ordered.body.payment.id
  const paid = await asked('pay', confirmPayment, { id: paymentId }, shopper)
  await page('page of a token', `/${SHOP}/token`, shopper)
  await asked('token of a mobile', readToken, { query: { phone: mobile } }, shopper)
  await asked('ticket', readPass, { id: ticketId }, shopper)
  await asked('payment', readPayment, { id: paymentId }, shopper)
  await asked('receipt', readReceipt, { id: paid.body.receiptId }, shopper)

  await asked('staff table', listTickets, { id: SHOP }, staff)
  await asked('call by number', callByNumber, { body: { number: mobile } }, staff)
  await asked('countdown', readCountdown, { query: { shopId: SHOP } })
  await asked('another countdown', startCountdown, { body: { duration: 240, phoneNumber: mobile, shopId: SHOP } }, staff)
  await asked('undo', undoAction, { id: ticketId }, staff)
  await asked('call', callTicket, { id: ticketId }, staff)
  await asked('served', completeTicket, { id: ticketId }, staff)
  const again = await asked('join', joinQueue, { body: information({ mobile }, SHOP) }, shopper)
  await asked('leave', cancelTicket, { id: again.body.newInfo._id }, shopper)

  await asked('who am I', me, {}, owner)
  await asked('mall with its shops', readMall, { id: DEMO_MALL })
  await asked('overview of a mall', mallOverview, { id: DEMO_MALL }, owner)
  await asked('day of a mall so far', mallToday, { id: DEMO_MALL }, owner)
  await asked('figures of a day', readInsights, { id: DEMO_MALL, query: {} }, owner)
  await asked('settings', readSettings, { id: SHOP }, owner)
  await asked('staff of a shop', listStaff, { query: { shopId: SHOP } }, owner)
}
