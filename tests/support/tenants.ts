import { createAccount } from '../../server/accounts/service.ts'
import type { TestApp } from './app.ts'
import { type Credentials, call, join, order, paidShopper, signIn, verifiedShopper } from './people.ts'
import { freshCounter, freshEmail, freshMall, freshShop, freshStaff, make, PASSWORD } from './place-rows.ts'
import { openScreen, type Screen } from './screens.ts'

/** Everything that has an id of a tenant's own, and the ways its people come in. */
export interface Tenant {
  ids: Record<Slot, string>
  /** What nobody of another tenant may ever read. */
  secrets: string[]
  owner: Credentials
  staff: Credentials
  shopper: Credentials
  screens: { owner: Screen; staff: Screen; shopper: Screen }
}

export const slots = [
  'mall',
  'shop',
  'shopName',
  'ticket',
  'calledTicket',
  'unpaidTicket',
  'mobile',
  'calledMobile',
  'payment',
  'openPayment',
  'receipt',
  'counter',
  'account',
] as const
export type Slot = (typeof slots)[number]

/** A mall with an owner, a shop with staff, a counter and people in line: somebody who waits, who is called, who owes. */
export async function newTenant(app: TestApp): Promise<Tenant> {
  const email = freshEmail('tenant')
  const ownerId = await make(app, (tx, now, passwordHash) =>
    createAccount(tx, now, { name: 'Tara Bose', email, role: 'owner', passwordHash }),
  )
  const mall = await freshMall(app, ownerId ?? '')
  const shop = await freshShop(app, mall)
  const counter = await freshCounter(app, shop.id, mall)
  const [desk, spare] = [await freshStaff(app, shop.id, mall), await freshStaff(app, shop.id, mall)]
  const owner = await signIn(app.address, email, PASSWORD)
  const seller = { legalName: `Seller of ${mall}`, address: `Road of ${mall}`, gstin: '27ABCDE1234F1Z5' }
  await call(app.address, 'PUT', `/api/malls/${mall}`, seller, owner)
  // A countdown that ends while the test runs would be a change too.
  await call(app.address, 'PUT', `/api/settings/${shop.id}`, { countdownSeconds: 3600 }, owner)
  const [waiting, called] = [await paidShopper(app.address, shop.id), await paidShopper(app.address, shop.id)]
  await call(app.address, 'POST', `/api/tickets/${called.ticketId}/call`, {}, owner)
  const owing = await verifiedShopper(app.address)
  const unpaidTicket = await join(app.address, owing, shop.id)
  const openPayment = await order(app.address, owing, unpaidTicket, 'cash')
  const staff = await signIn(app.address, desk.email, PASSWORD)
  const shopper = { cookie: waiting.cookie }
  const ids = {
    mall,
    shop: shop.id,
    shopName: shop.name,
    ticket: waiting.ticketId,
    calledTicket: called.ticketId,
    unpaidTicket,
    mobile: waiting.mobile,
    calledMobile: called.mobile,
    payment: waiting.paymentId,
    openPayment,
    receipt: waiting.receiptId,
    counter,
    account: spare.id,
  }
  const secrets = [
    ...[email, desk.email, spare.email, desk.id, spare.id, ownerId ?? ''],
    ...[seller.legalName, seller.address],
    ...[waiting, called].flatMap((person) => [person.mobile, person.ticketId, person.paymentId, person.receiptId]),
    ...[owing.mobile, unpaidTicket, openPayment],
  ]
  const screens = {
    owner: await openScreen(app.address, owner),
    staff: await openScreen(app.address, staff),
    shopper: await openScreen(app.address, shopper),
  }
  return { ids, secrets, owner, staff, shopper, screens }
}
