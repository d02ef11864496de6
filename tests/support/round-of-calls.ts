import { demoAccounts } from '../../contract/demo.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { SHOP } from './callers.ts'
import { type Answer, type Credentials, type call, information, newMobile, signIn } from './people.ts'

/** Makes a call by its name; whoever measures wraps `call`. */
export type Named = (name: string, ...made: Parameters<typeof call>) => Promise<Answer>

/** Who works at the demo's places, signed in. */
export interface Desk {
  staff: Credentials
  owner: Credentials
}

export const deskAt = async (address: string): Promise<Desk> => ({
  staff: await signIn(address, demoAccounts.staff.email),
  owner: await signIn(address, demoAccounts.owner.email),
})

/**
 * One shopper's way through the demo shop, with all that a shopper, the desk and the owner ask meanwhile: afterwards as many stand in line
 * as before. Throws where a call is refused.
 */
export async function roundOfCalls(address: string, { staff, owner }: Desk, named: Named): Promise<void> {
  const ask = async (name: string, method: string, path: string, body?: unknown, who?: Credentials) => {
    const answer = await named(name, address, method, path, body, who)
    if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const get = (name: string, path: string, who?: Credentials) => ask(name, 'GET', path, undefined, who)
  const post = (name: string, path: string, body: unknown, who?: Credentials) => ask(name, 'POST', path, body, who)

  await get('page of a mall', `/${DEMO_MALL}`)
  await get('page of a shop', `/${SHOP}`)
  await get('storefront', `/api/storefront/${SHOP}`)
  await get('display', `/api/display/${SHOP}`)

  const mobile = newMobile()
  const sent = await post('ask for a passcode', '/api/send-otp', { mobile, name: 'Asha Verma', email: 'asha@example.in' })
  const proved = await post('prove a mobile', '/api/verify-otp', { mobile, otp: sent.body.otp })
  const shopper = { cookie: proved.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const joined = await post('join', '/api/information', information({ mobile }, SHOP), shopper)
  const { _id: ticketId } = joined.body.newInfo as unknown as { _id: string }
  const ordered = await post('order', '/api/payments', { ticketId }, shopper)
  const { id: paymentId } = ordered.body.payment as unknown as { id: string }
  const paid = await post('pay', `/api/payments/${paymentId}/confirm`, {}, shopper)
  await get('page of a token', `/${SHOP}/token`, shopper)
  await get('token of a mobile', `/api/get-token?phone=${mobile}`, shopper)
  await get('ticket', `/api/tickets/${ticketId}`, shopper)
  await get('payment', `/api/payments/${paymentId}`, shopper)
  await get('receipt', `/api/receipts/${paid.body.receiptId}`, shopper)

  await get('staff table', `/api/get-data/${SHOP}`, staff)
  await post('call by number', '/api/send-message', { number: mobile }, staff)
  await get('countdown', `/api/get-countdown?shopId=${SHOP}`)
  await post('another countdown', '/api/start-countdown', { duration: 240, phoneNumber: mobile, shopId: SHOP }, staff)
  await post('undo', `/api/tickets/${ticketId}/undo`, {}, staff)
  await post('call', `/api/tickets/${ticketId}/call`, {}, staff)
  await post('served', `/api/tickets/${ticketId}/complete`, {}, staff)
  const again = await post('join', '/api/information', information({ mobile }, SHOP), shopper)
  await post('leave', `/api/tickets/${(again.body.newInfo as unknown as { _id: string })._id}/cancel`, {}, shopper)

  await get('who am I', '/api/auth/me', owner)
  await get('mall with its shops', `/api/shops/${DEMO_MALL}`)
  await get('overview of a mall', `/api/malls/${DEMO_MALL}/overview`, owner)
  await get('settings', `/api/settings/${SHOP}`, owner)
  await get('staff of a shop', `/api/staff?shopId=${SHOP}`, owner)
}
