import type { IncomingHttpHeaders } from 'node:http'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import type { Call } from '#contract/call.ts'
import { addCounter } from '#contract/counters/calls.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import { addMall, addShop } from '#contract/office/form-calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { checkUser, login } from '#contract/sign-in/calls.ts'
import { listSessions } from '#contract/sign-in/own-account-calls.ts'
import { addStaff } from '#contract/staff/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { addressOf, type LooseParts, type Parts, type Wire } from '#tests/support/calls/client.ts'
import type { Stage as CallerStage } from '#tests/support/people/callers.ts'
import type { Ask } from './client.ts'
import { type Filling, type Slot, slotNames } from './slots.ts'

/** Places and people that requests are about, made through the public API. The fuzzer spoils them, so each round makes its own. */
export interface World {
  /** Returns the values of a person, and of the shop and mall where that person is. */
  of(person: number): Filling
  /** Signs a caller in again whose session has ended. Otherwise, no call would succeed after the first logout. */
  renew(person: number, caller: SignInSlot): Promise<void>
}

type SignInSlot = 'staff' | 'owner' | 'superadmin'
type Stage = Exclude<CallerStage, 'nothing'> | 'booked' | 'served'

/** The people of each place, and how far each has come. The last places have no tickets, so requests can remove them. */
const stages: readonly (readonly Stage[])[] = [
  [
    ...(['verified', 'joined', 'joined', 'ordered', 'ordered cash'] as const),
    ...(['cash to hand back', 'cash to hand back', 'cash to hand back', 'cash to hand back'] as const),
    ...(['waiting', 'waiting', 'booked', 'booked', 'called', 'called', 'called', 'called', 'served', 'code asked'] as const),
  ],
  ['verified', 'joined', 'called', 'called', 'called'],
  ['verified', 'code asked'],
  ['verified', 'code asked'],
]
const people = stages.flatMap((all, place) => all.map((stage) => ({ place, stage })))

export const PEOPLE = people.length
/** Staff accounts that have not replaced their first password. */
const MEMBERS = 5

const NOBODYS = 'nobody-s'
const SLOTS = { minutes: 60, capacity: 100, daysAhead: 2, moveUntilMinutes: 15 }

interface Place extends Record<SignInSlot | 'rivalOwner' | 'rivalShop' | 'session', string> {
  mall: string
  shop: string
  shopName: string
  emails: { staff: string; owner: string }
  counters: string[]
}

let made = 0
/** A number that nothing else in this process has. */
const next = (): number => {
  made += 1
  return made
}

/** Throws if a step is refused. */
export async function makeWorld(anyAnswer: Ask): Promise<World> {
  const ask = askerOf(anyAnswer)
  const signIn = async (email: string) => (await ask(login, { body: { email, password: DEMO_PASSWORD } })).body.token
  const superadmin = await signIn(demoAccounts.superadmin.email)
  const as = { authorization: `Bearer ${superadmin}` }

  const malls = await Promise.all([makeMall(ask, as), makeMall(ask, as), makeMall(ask, as)])
  const [first, second, third] = malls
  const sites = [
    { ...first, fee: 12_000 },
    { ...first, fee: 0 },
    { ...second, fee: 12_000 },
    { ...third, fee: 12_000 },
  ]
  const places: Place[] = []
  for (const { mall, email, fee } of sites) {
    const { staffEmail, ...shop } = await makeShop(ask, as, mall, fee)
    const emails = { staff: staffEmail, owner: email }
    const staff = await signIn(emails.staff)
    places.push({
      ...shop,
      mall,
      emails,
      superadmin,
      staff,
      session: await sessionOf(ask, staff),
      owner: await signIn(emails.owner),
      rivalOwner: '',
      rivalShop: '',
    })
  }
  for (const [i, place] of places.entries()) {
    const rival = at(places, i < 2 ? 2 : 0)
    Object.assign(place, { rivalOwner: rival.owner, rivalShop: rival.shop })
  }
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => makeMember(ask, anyAnswer, as, at(places, 0).shop)))

  // Each account can have one code at a time.
  const logins = places.flatMap(({ emails }) => [
    { email: emails.staff, role: 'shop' as const },
    { email: emails.owner, role: 'owner' as const },
  ])
  const resets = await Promise.all(
    [...new Map(logins.map((account) => [account.email, account])).values()].map(async (account) => {
      const { resetCode } = (await ask(checkUser, { body: account })).body
      return { ...account, password: DEMO_PASSWORD, resetCode: String(resetCode) }
    }),
  )
  const { account: _account, challenge: _challenge, ...newcomer } = await makeMember(ask, anyAnswer, as, at(places, 0).shop)
  const entries = [...resets, newcomer]

  const own = await Promise.all(
    people.map(async ({ place, stage }, i) => ({
      account: at(members, i % MEMBERS).account,
      challenge: at(members, i % MEMBERS).challenge,
      ...at(entries, i % entries.length),
      ...(await makePerson(ask, as, at(places, place).shop, stage)),
    })),
  )

  /** Accounts that were changed or removed in the meantime: they stay signed out until the next world. */
  const gone = new Set<string>()
  return {
    of(person) {
      const { emails: _emails, counters, ...place } = at(places, people[person]?.place ?? 0)
      const things: Partial<Record<Slot, string>> = {
        ...place,
        ...at(own, person),
        counter: at(counters, person % counters.length),
        anotherCookie: at(own, (person + 3) % PEOPLE).cookie ?? NOBODYS,
      }
      return Object.fromEntries(slotNames.map((name) => [name, things[name] ?? NOBODYS])) as Filling
    },
    async renew(person, caller) {
      const place = at(places, people[person]?.place ?? 0)
      const email = caller === 'superadmin' ? demoAccounts.superadmin.email : place.emails[caller]
      if (gone.has(email)) return
      const { status, body } = await anyAnswer(login.method, login.path, { email, password: DEMO_PASSWORD })
      if (status !== 200) return void gone.add(email)
      for (const one of caller === 'superadmin' ? places : [place]) one[caller] = String(body.token)
    },
  }
}

type Headers = Record<string, string>
type AskCall = <C extends Call>(call: C, parts?: Parts<C>, headers?: Headers) => Promise<{ headers: IncomingHttpHeaders; body: Wire<C> }>

function askerOf(anyAnswer: Ask): AskCall
function askerOf(anyAnswer: Ask) {
  return async (call: Call, parts: LooseParts = {}, headers?: Headers): Promise<unknown> => {
    const { body, ...more } = parts
    const answer = await anyAnswer(call.method, addressOf(call, more), call.method === 'POST' ? (body ?? {}) : body, headers)
    if (answer.status >= 300) throw new Error(`${call.name} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
}

async function sessionOf(ask: AskCall, token: string): Promise<string> {
  const { sessions } = (await ask(listSessions, {}, { authorization: `Bearer ${token}` })).body
  return sessions[0]?.id ?? NOBODYS
}

async function makeMall(ask: AskCall, as: Headers): Promise<{ mall: string; email: string }> {
  const email = `owner${next()}@world.test`
  const password = { password: DEMO_PASSWORD, mallconpassword: DEMO_PASSWORD }
  const form = { title: `Mall ${next()}`, description: '', image: '', email, role: 'owner' as const, ...password }
  const mall = (await ask(addMall, { body: form }, as)).body._id
  await ask(changeMallDetails, { id: mall, body: { gstin: '27ABCDE1234F1Z5' } }, as)
  return { mall, email }
}

async function makeShop(ask: AskCall, as: Headers, mall: string, baseFeePaise: number) {
  const [shopName, staffEmail] = [`Shop ${next()}`, `staff${next()}@world.test`]
  const password = { password: DEMO_PASSWORD, shopconpassword: DEMO_PASSWORD }
  const form = { name: shopName, description: '', image: '', link: '', email: staffEmail, role: 'shop' as const, ...password }
  const shop = (await ask(addShop, { id: mall, body: form }, as)).body._id
  await ask(changeSettings, { id: shop, body: { baseFeePaise, extraPaise: 0, refundOnLeave: true, slots: SLOTS } }, as)
  const counters: string[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) counters.push((await ask(addCounter, { body: { shopId: shop, name } }, as)).body.id)
  return { shop, shopName, staffEmail, counters }
}

/** A staff account that has signed in once, with the challenge to replace its first password. */
async function makeMember(ask: AskCall, anyAnswer: Ask, as: Headers, shopId: string) {
  const email = `member${next()}@world.test`
  const { member, firstPassword } = (await ask(addStaff, { body: { shopId, name: 'Neel Joshi', email } }, as)).body
  const { challenge } = (await anyAnswer(login.method, login.path, { email, password: firstPassword })).body
  return { account: member.id, challenge: String(challenge), email, role: 'shop', password: firstPassword }
}

type Person = Partial<Record<'mobile' | 'otp' | 'cookie' | 'ticket' | 'payment' | 'receipt', string>>

async function makePerson(ask: AskCall, as: Headers, shopid: string, stage: Stage): Promise<Person> {
  const mobile = String(7_000_000_000 + next())
  const words = { mobile, name: 'Asha Verma', email: 'asha@example.in' }
  const otp = String((await ask(sendOtp, { body: words })).body.otp)
  if (stage === 'code asked') return { mobile, otp }
  const proved = await ask(verifyOtp, { body: { mobile, otp } })
  const cookie = /rc_shopper=([^;]+)/.exec(String(proved.headers['set-cookie']))?.[1] ?? ''
  const own = { cookie: `rc_shopper=${cookie}` }
  if (stage === 'verified') return { mobile, cookie }
  const { newInfo, next: step } = (await ask(joinQueue, { body: { ...words, shopid } }, own)).body
  const ticket = newInfo._id
  const joined = { mobile, cookie, ticket }
  if (stage === 'joined') return joined
  let paid: Person = joined
  if (step === 'payment') {
    const gateway = stage === 'ordered cash' || stage === 'cash to hand back' ? 'cash' : 'demo'
    const slot = stage === 'booked' ? { slotId: at((await ask(readStorefront, { id: shopid })).body.slots, 1).id } : {}
    const { id } = (await ask(createPayment, { body: { ticketId: ticket, gateway, ...slot } }, own)).body.payment
    paid = { ...joined, payment: id }
    if (stage === 'ordered' || stage === 'ordered cash') return paid
    // Cash is confirmed at the desk.
    const { receiptId } = (await ask(confirmPayment, { id }, gateway === 'cash' ? as : own)).body
    paid.receipt = receiptId
    if (stage === 'cash to hand back') {
      await ask(cancelTicket, { id: ticket }, own)
      return paid
    }
  }
  if (stage === 'waiting' || stage === 'booked') return paid
  await ask(callTicket, { id: ticket }, as)
  if (stage === 'served') await ask(completeTicket, { id: ticket }, as)
  return paid
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error(`there is no ${index} of ${list.length}`)
  return one
}
