import { expect } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'

/** Any answer of the API: what a client would see. */
export interface Answer {
  status: number
  headers: Headers
  // The tests look into answers as a client in another language would: by name.
  body: Record<string, never> & { [field: string]: unknown }
  list: Record<string, unknown>[]
}

/** What goes along with a call. */
export interface Credentials {
  bearer?: string
  cookie?: string
  headers?: Record<string, string>
}

/** Calls the API over HTTP. An object is sent as JSON. */
export async function call(address: string, method: string, path: string, body?: unknown, who: Credentials = {}): Promise<Answer> {
  const answer = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(who.bearer ? { authorization: `Bearer ${who.bearer}` } : {}),
      ...(who.cookie ? { cookie: who.cookie } : {}),
      ...who.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const read: unknown = (answer.headers.get('content-type') ?? '').includes('json') && text !== '' ? JSON.parse(text) : {}
  return {
    status: answer.status,
    headers: answer.headers,
    body: (Array.isArray(read) ? {} : read) as Answer['body'],
    list: Array.isArray(read) ? read : [],
  }
}

let mobiles = 7_000_000_000
/** A mobile number that no one else in this run has. */
export const newMobile = (): string => String(mobiles++)

/** A shopper with a verified mobile. */
export interface Shopper extends Credentials {
  mobile: string
  cookie: string
}

/** Verifies a mobile as the screen does: asks for a code and proves it. */
export async function verifiedShopper(address: string, mobile = newMobile()): Promise<Shopper> {
  const sent = await call(address, 'POST', '/api/send-otp', { mobile, name: 'Asha Verma', email: 'asha@example.in' })
  expect(sent.status).toBe(200)
  const proved = await call(address, 'POST', '/api/verify-otp', { mobile, otp: sent.body.otp })
  expect(proved.status).toBe(200)
  const cookie = proved.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^rc_shopper=/)
  return { mobile, cookie }
}

/** Takes a ticket; answers its id. */
export async function join(address: string, shopper: Shopper, shopId: string): Promise<string> {
  const joined = await call(address, 'POST', '/api/information', information(shopper, shopId), shopper)
  expect([200, 201]).toContain(joined.status)
  return (joined.body.newInfo as unknown as { _id: string })._id
}

export const information = (shopper: { mobile: string }, shopId: string) => ({
  name: 'Asha Verma',
  mobile: shopper.mobile,
  email: 'asha@example.in',
  token: 512,
  shopid: shopId,
})

/** Opens the order of a ticket; answers its id. */
export async function order(address: string, shopper: Shopper, ticketId: string, gateway?: 'demo' | 'cash'): Promise<string> {
  const made = await call(address, 'POST', '/api/payments', { ticketId, ...(gateway ? { gateway } : {}) }, shopper)
  expect([200, 201]).toContain(made.status)
  return (made.body.payment as unknown as { id: string }).id
}

/** A shopper who has verified, joined and paid. */
export async function paidShopper(
  address: string,
  shopId: string,
): Promise<Shopper & { ticketId: string; paymentId: string; number: number; receiptId: string }> {
  const shopper = await verifiedShopper(address)
  const ticketId = await join(address, shopper, shopId)
  const paymentId = await order(address, shopper, ticketId)
  const paid = await call(address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper)
  expect(paid.status).toBe(200)
  return { ...shopper, ticketId, paymentId, number: Number(paid.body.token), receiptId: String(paid.body.receiptId) }
}

/** Signs in; answers the credentials. */
export async function signIn(address: string, email: string, password: string = DEMO_PASSWORD): Promise<Credentials & { bearer: string }> {
  const answer = await call(address, 'POST', '/api/auth/login', { email, password })
  expect(answer.status).toBe(200)
  return { bearer: String(answer.body.token) }
}

/** The demo accounts, signed in. */
export const staffOf = (address: string) => signIn(address, demoAccounts.staff.email)
export const ownerOf = (address: string) => signIn(address, demoAccounts.owner.email)
export const superOf = (address: string) => signIn(address, demoAccounts.superadmin.email)
