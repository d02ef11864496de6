import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import type { Call } from '#contract/call.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { cancelTicket, confirmPayment } from '#contract/payments/calls.ts'
import { logout } from '#contract/sign-in/calls.ts'
import { prove } from '#contract/sign-in/own-account-calls.ts'
import { forgetShopper, sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { createCounter } from '#server/counters/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { createMall } from '#server/malls/service.ts'
import { createShop } from '#server/shops/service.ts'
import { addStaff } from '#server/staff/service.ts'
import { ask, type Credentials } from '#tests/support/calls/client.ts'
import { join, newMobile, order, paidShopper, type Shopper, signIn, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import type { TestApp } from '#tests/support/server/app.ts'

/** All kinds of callers, in the order of the matrix's columns; "staff" and "owner" are those of the shop in question. */
export const callerNames = [
  'nobody',
  'the shopper',
  'another shopper',
  'staff',
  'staff of another shop',
  'the owner',
  'the owner of another mall',
  'a super administrator',
] as const
export type CallerName = (typeof callerNames)[number]

export const SHOP = 'phoenix-cafe'
export const RIVAL_SHOP = 'rival-books'
const RIVAL_MALL = 'rival-mall'

const accounts: Readonly<Partial<Record<CallerName, string>>> = {
  staff: demoAccounts.staff.email,
  'staff of another shop': 'staff@lotus.test',
  'the owner': demoAccounts.owner.email,
  'the owner of another mall': 'owner@rival.test',
  'a super administrator': demoAccounts.superadmin.email,
}

/** Adds staff of another shop of the demo mall, another owner with a mall and a shop, and many counters at the shop in question. */
export async function addRivals({ database, clock }: TestApp): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await transaction(database.db, async (tx) => {
    const now = clock.now()
    const account = (name: string, email: string, role: 'staff' | 'owner') => createAccount(tx, now, { name, email, role, passwordHash })
    const staffId = await account('Lata Rao', 'staff@lotus.test', 'staff')
    const ownerAccountId = await account('Ravi Menon', 'owner@rival.test', 'owner')
    if (staffId === null) throw new Error('the email is taken')
    await addStaff(tx, now, { shopId: 'lotus-books', mallId: DEMO_MALL, accountId: staffId })
    const words = { title: 'Rival Mall', description: '', address: '', legalName: '', gstin: null }
    await createMall(tx, now, { id: RIVAL_MALL, ownerAccountId, ...words })
    const shop = { name: 'Rival Books', description: '', place: '', baseFeePaise: 12_000, minutesPerTicket: 3 }
    await createShop(tx, now, { id: RIVAL_SHOP, mallId: RIVAL_MALL, ...shop })
    // Many people are called there and never served; each needs a separate counter.
    for (let n = 1; n <= 150; n += 1) await createCounter(tx, now, { mallId: DEMO_MALL, shopId: SHOP, name: `Till ${n}` })
  })
}

/** How far the person in question has come. */
export type Stage =
  | 'nothing'
  | 'code asked'
  | 'verified'
  | 'joined'
  | 'ordered'
  | 'ordered cash'
  | 'cash to hand back'
  | 'waiting'
  | 'called'

/** The person in question; `shopper` is empty until the mobile is verified. */
export interface Subject {
  mobile: string
  shopper: Credentials
  ticketId: string
  paymentId: string
  receiptId: string
  otp: string
}

/** A new person who has come as far as `stage`, at the shop in question. */
export async function subjectAt(address: string, stage: Stage): Promise<Subject> {
  const blank: Subject = { mobile: newMobile(), shopper: {}, ticketId: 'none', paymentId: 'none', receiptId: 'none', otp: '000000' }
  if (stage === 'nothing') return blank
  if (stage === 'code asked') {
    const sent = await ask(address, sendOtp, { body: { mobile: blank.mobile, name: 'Asha Verma', email: 'asha@example.in' } })
    return { ...blank, otp: String(sent.body.otp) }
  }
  if (stage === 'waiting' || stage === 'called') {
    const paid = await paidShopper(address, SHOP)
    if (stage === 'called') await ask(address, callTicket, { id: paid.ticketId }, await staffOf(address))
    return { ...blank, ...paid, shopper: { cookie: paid.cookie } }
  }
  const shopper = await verifiedShopper(address, blank.mobile)
  const verified = { ...blank, shopper: { cookie: shopper.cookie } }
  if (stage === 'verified') return verified
  const ticketId = await join(address, shopper, SHOP)
  if (stage === 'joined') return { ...verified, ticketId }
  const paymentId = await order(address, shopper, ticketId, stage === 'ordered' ? 'demo' : 'cash')
  if (stage === 'cash to hand back') {
    await ask(address, confirmPayment, { id: paymentId }, await staffOf(address))
    await ask(address, cancelTicket, { id: ticketId }, shopper)
  }
  return { ...verified, ticketId, paymentId }
}

/** Whether a call ends the session it is made with, or its token: a browser that proves another mobile becomes another shopper. */
export const endsSession = (call: Call): boolean => [logout, prove, forgetShopper, verifyOtp].some(({ name }) => name === call.name)

/** A new session each time, but `another shopper` stays the same person. */
export function introductions(address: string): (name: CallerName, subject?: Subject) => Promise<Credentials> {
  let other: Promise<Shopper> | undefined
  return async (name, subject) => {
    const email = accounts[name]
    if (email !== undefined) return signIn(address, email)
    if (name === 'nobody') return {}
    if (name === 'the shopper') return subject?.shopper.cookie ? subject.shopper : { cookie: (await verifiedShopper(address)).cookie }
    other ??= verifiedShopper(address)
    return { cookie: (await other).cookie }
  }
}
