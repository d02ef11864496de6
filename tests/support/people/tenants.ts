import { DAY } from '#contract/base/time.ts'
import { counterSession } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { saveDisplay } from '#contract/displays/calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { changeGateway } from '#contract/payments/gateway-calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { newId } from '#server/kit/ids.ts'
import { openScreen, type Screen } from '#tests/support/browser/screens.ts'
import { type Credentials, send } from '#tests/support/calls/client.ts'
import { join, order, paidShopper, signIn, verifiedShopper } from '#tests/support/people/people.ts'
import { freshCounter, freshEmail, freshMall, freshShop, freshStaff, make, PASSWORD } from '#tests/support/people/place-rows.ts'
import type { TestApp } from '#tests/support/server/app.ts'

/** All ids of a tenant, and the credentials and screens of its people. */
export interface Tenant {
  ids: Record<Slot, string>
  /** What other tenants must never read. */
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
  'orphan',
] as const
export type Slot = (typeof slots)[number]

/** A mall with an owner, a shop with staff and a counter, and three people in the queue. One waits, one is called, one owes the fee. */
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
  await send(app.address, changeMallDetails, { id: mall, body: seller }, owner)
  const sound = Buffer.from(`OggS\0 of ${mall}`).toString('base64')
  await send(app.address, saveDisplay, { body: { displayid: shop.id, audio: `data:audio/ogg;base64,${sound}` } }, owner)
  // A countdown that ends while the test runs would also change the tenant's rows.
  await send(app.address, changeSettings, { id: shop.id, body: { countdownSeconds: 3600 } }, owner)
  const [waiting, called] = [await paidShopper(app.address, shop.id), await paidShopper(app.address, shop.id)]
  await send(app.address, callTicket, { id: called.ticketId }, owner)
  const owing = await verifiedShopper(app.address)
  const unpaidTicket = await join(app.address, owing, shop.id)
  const openPayment = await order(app.address, owing, unpaidTicket, 'cash')
  const staff = await signIn(app.address, desk.email, PASSWORD)
  const [keyId, keySecret, webhookSecret] = ['key', 'key secret', 'webhook secret'].map((name) => `${name} of ${mall}`)
  await send(app.address, changeGateway, { id: mall, body: { name: 'razorpay', keyId, keySecret, webhookSecret } }, owner)
  const orphan = newId()
  await atVendor(app, { mallId: mall, paymentId: openPayment, orphan })
  await fullSlot(app, { mallId: mall, shopId: shop.id, mobile: owing.mobile })
  await send(app.address, counterSession, { id: counter, body: { open: true } }, staff)
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
    orphan,
  }
  const secrets = [
    ...[email, desk.email, spare.email, desk.id, spare.id, ownerId ?? ''],
    ...[seller.legalName, seller.address, keyId ?? '', keySecret ?? '', webhookSecret ?? ''],
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

/** Adds the rows of a full slot and of its waitlist. */
const fullSlot = (app: TestApp, { mallId, shopId, mobile }: { mallId: string; shopId: string; mobile: string }): Promise<void> =>
  make(app, async (tx, now) => {
    const slot = { mallId, shopId, startsAt: new Date(now.getTime() + DAY) }
    await tx
      .insertInto('slotCount')
      .values({ ...slot, taken: 1 })
      .execute()
    await tx
      .insertInto('waitlist')
      .values({ ...slot, mobile, locale: 'en', askedAt: now })
      .execute()
  })

/** Adds an order at a vendor and what the vendor says about its money, as if the mall took money through one. */
const atVendor = (app: TestApp, { mallId, paymentId, orphan }: { mallId: string; paymentId: string; orphan: string }): Promise<void> =>
  make(app, async (tx, now) => {
    const of = { mallId, gateway: 'razorpay' as const }
    const vendorOrderId = `order_of_${paymentId}`
    await tx
      .insertInto('vendorOrder')
      .values({ ...of, paymentId, vendorOrderId, openedAt: now })
      .execute()
    const event = { ...of, id: newId(), eventId: `event_of_${paymentId}`, body: Buffer.from('{}') }
    await tx
      .insertInto('vendorEvent')
      .values({ ...event, receivedAt: now, handledAt: now, outcome: 'unused' })
      .execute()
    const money = { ...of, paymentId, vendorPaymentId: `pay_of_${paymentId}`, amountPaise: 100 }
    await tx
      .insertInto('orphan')
      .values({ ...money, id: orphan, kind: 'second', seenAt: now })
      .execute()
    const dispute = { ...money, id: newId(), vendorDisputeId: `dispute_of_${paymentId}`, deductedPaise: 0, phase: 'fraud', reason: 'x' }
    await tx
      .insertInto('dispute')
      .values({ ...dispute, state: 'open', openedAt: now, toldAt: now })
      .execute()
    const settlementId = newId()
    await tx
      .insertInto('settlement')
      .values({ ...of, id: settlementId, vendorSettlementId: `transfer_of_${paymentId}`, settledAt: now })
      .execute()
    const line = { ...money, id: newId(), settlementId, kind: 'payment' as const, vendorLineId: `line_of_${paymentId}` }
    await tx
      .insertInto('settlementLine')
      .values({ ...line, feePaise: 2, taxPaise: 1, netPaise: 97, happenedAt: now })
      .execute()
  })
