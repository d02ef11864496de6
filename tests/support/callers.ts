import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { createAccount } from '../../server/accounts/service.ts'
import { transaction } from '../../server/db/transaction.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { hashPassword } from '../../server/kit/hash.ts'
import { createMall } from '../../server/malls/service.ts'
import { addStaff, createShop } from '../../server/shops/service.ts'
import type { TestApp } from './app.ts'
import { type Credentials, call, join, newMobile, order, paidShopper, type Shopper, signIn, staffOf, verifiedShopper } from './people.ts'

/** Everybody who may call, in the order of the matrix's columns; "staff" and "owner" are those of the shop in question. */
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

/** The shop in question. */
export const SHOP = 'phoenix-cafe'
/** The only shop of the other mall. */
export const RIVAL_SHOP = 'rival-books'
const RIVAL_MALL = 'rival-mall'

const accounts: Readonly<Partial<Record<CallerName, string>>> = {
  staff: demoAccounts.staff.email,
  'staff of another shop': 'staff@lotus.test',
  'the owner': demoAccounts.owner.email,
  'the owner of another mall': 'owner@rival.test',
  'a super administrator': demoAccounts.superadmin.email,
}

/** Beside the demo mall: staff of another shop in it, and another owner with a mall and a shop. */
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

/** The person in question and what is theirs; `shopper` is nobody's cookie before the mobile is verified. */
export interface Subject {
  mobile: string
  shopper: Credentials
  ticketId: string
  paymentId: string
  receiptId: string
  otp: string
}

/** A new person who has come so far, at the shop in question. */
export async function subjectAt(address: string, stage: Stage): Promise<Subject> {
  const blank: Subject = { mobile: newMobile(), shopper: {}, ticketId: 'none', paymentId: 'none', receiptId: 'none', otp: '000000' }
  if (stage === 'nothing') return blank
  if (stage === 'code asked') {
    const sent = await call(address, 'POST', '/api/send-otp', { mobile: blank.mobile, name: 'Asha Verma', email: 'asha@example.in' })
    return { ...blank, otp: String(sent.body.otp) }
  }
  if (stage === 'waiting' || stage === 'called') {
    const paid = await paidShopper(address, SHOP)
    if (stage === 'called') await call(address, 'POST', `/api/tickets/${paid.ticketId}/call`, {}, await staffOf(address))
    return { ...blank, ...paid, shopper: { cookie: paid.cookie } }
  }
  const shopper = await verifiedShopper(address, blank.mobile)
  const verified = { ...blank, shopper: { cookie: shopper.cookie } }
  if (stage === 'verified') return verified
  const ticketId = await join(address, shopper, SHOP)
  if (stage === 'joined') return { ...verified, ticketId }
  const paymentId = await order(address, shopper, ticketId, stage === 'ordered' ? 'demo' : 'cash')
  if (stage === 'cash to hand back') {
    await call(address, 'POST', `/api/payments/${paymentId}/confirm`, {}, await staffOf(address))
    await call(address, 'POST', `/api/tickets/${ticketId}/cancel`, {}, shopper)
  }
  return { ...verified, ticketId, paymentId }
}

/** Makes credentials by name: a new session each time, but `another shopper` stays the same person. */
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
