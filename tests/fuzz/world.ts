import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import type { Ask } from './client.ts'
import { type Filling, type Slot, slotNames } from './slots.ts'

/** Places and people for requests to be about, made through the public door: the fuzzer spoils them, so each round has its own. */
export interface World {
  /** The things of a person and of the place where that person is. */
  of(person: number): Filling
  /** Signs a caller in again whose session has ended: the first logout would otherwise be the last call that is let in. */
  renew(person: number, caller: SignInSlot): Promise<void>
}

type SignInSlot = 'staff' | 'owner' | 'superadmin'
type Stage = 'code asked' | 'verified' | 'joined' | 'ordered' | 'ordered cash' | 'cash to hand back' | 'waiting' | 'called' | 'served'

/** Who is at which place, and how far each has come. The places at the end have no tickets: they may be removed. */
const stages: readonly (readonly Stage[])[] = [
  [
    ...(['verified', 'joined', 'joined', 'ordered', 'ordered cash', 'cash to hand back', 'cash to hand back'] as const),
    ...(['waiting', 'waiting', 'called', 'called', 'called', 'called', 'served', 'code asked'] as const),
  ],
  ['verified', 'joined', 'called', 'called', 'called'],
  ['verified', 'code asked'],
  ['verified', 'code asked'],
]
const people = stages.flatMap((all, place) => all.map((stage) => ({ place, stage })))

/** How many people a world has. */
export const PEOPLE = people.length
/** Staff accounts that wait for a password of their own. */
const MEMBERS = 5

const NOBODYS = 'nobody-s'

interface Place extends Record<SignInSlot | 'rivalOwner' | 'rivalShop', string> {
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

/** Makes a world; fails where a step of it is refused. */
export async function makeWorld(anyAnswer: Ask): Promise<World> {
  const ask: Ask = async (...call) => {
    const answer = await anyAnswer(...call)
    if (answer.status >= 300) throw new Error(`${call[0]} ${call[1]} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const signIn = async (email: string) => String((await ask('POST', '/api/auth/login', { email, password: DEMO_PASSWORD })).body.token)
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
    places.push({
      ...shop,
      mall,
      emails,
      superadmin,
      staff: await signIn(emails.staff),
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

  // Each login may ask for one code at a time.
  const logins = places.flatMap(({ emails }) => [
    { email: emails.staff, role: 'shop' },
    { email: emails.owner, role: 'owner' },
  ])
  const resets = await Promise.all(
    [...new Map(logins.map((login) => [login.email, login])).values()].map(async (login) => {
      const { resetCode } = (await ask('POST', '/api/check-user', login)).body
      return { ...login, password: DEMO_PASSWORD, resetCode: String(resetCode) }
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

  /** Logins that were changed or removed meanwhile: they stay out until the next world. */
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
      const { status, body } = await anyAnswer('POST', '/api/auth/login', { email, password: DEMO_PASSWORD })
      if (status !== 200) return void gone.add(email)
      for (const one of caller === 'superadmin' ? places : [place]) one[caller] = String(body.token)
    },
  }
}

type Headers = Record<string, string>

async function makeMall(ask: Ask, as: Headers): Promise<{ mall: string; email: string }> {
  const email = `owner${next()}@world.test`
  const password = { password: DEMO_PASSWORD, mallconpassword: DEMO_PASSWORD }
  const form = { title: `Mall ${next()}`, description: '', image: '', email, role: 'owner', ...password }
  return { mall: String((await ask('POST', '/api/shops', form, as)).body._id), email }
}

async function makeShop(ask: Ask, as: Headers, mall: string, baseFeePaise: number) {
  const [shopName, staffEmail] = [`Shop ${next()}`, `staff${next()}@world.test`]
  const password = { password: DEMO_PASSWORD, shopconpassword: DEMO_PASSWORD }
  const form = { name: shopName, description: '', image: '', link: '', email: staffEmail, role: 'shop', ...password }
  const shop = String((await ask('POST', `/api/shops/${mall}/menu`, form, as)).body._id)
  await ask('PUT', `/api/settings/${shop}`, { baseFeePaise, extraPaise: 0, refundOnLeave: true }, as)
  const counters: string[] = []
  for (const name of ['One', 'Two', 'Three', 'Four'])
    counters.push(String((await ask('POST', '/api/counters', { shopId: shop, name }, as)).body.id))
  return { shop, shopName, staffEmail, counters }
}

/** A staff account that has signed in once, with the challenge to replace its first password. */
async function makeMember(ask: Ask, anyAnswer: Ask, as: Headers, shopId: string) {
  const email = `member${next()}@world.test`
  const { member, firstPassword } = (await ask('POST', '/api/staff', { shopId, name: 'Neel Joshi', email }, as)).body
  const { challenge } = (await anyAnswer('POST', '/api/auth/login', { email, password: firstPassword })).body
  return { account: (member as { id: string }).id, challenge: String(challenge), email, role: 'shop', password: String(firstPassword) }
}

type Person = Partial<Record<'mobile' | 'otp' | 'cookie' | 'ticket' | 'payment' | 'receipt', string>>

/** A person who has come so far. */
async function makePerson(ask: Ask, as: Headers, shopid: string, stage: Stage): Promise<Person> {
  const mobile = String(7_000_000_000 + next())
  const words = { mobile, name: 'Asha Verma', email: 'asha@example.in' }
  const otp = String((await ask('POST', '/api/send-otp', words)).body.otp)
  if (stage === 'code asked') return { mobile, otp }
  const proved = await ask('POST', '/api/verify-otp', { mobile, otp })
  const cookie = /rc_shopper=([^;]+)/.exec(String(proved.headers['set-cookie']))?.[1] ?? ''
  const own = { cookie: `rc_shopper=${cookie}` }
  if (stage === 'verified') return { mobile, cookie }
  const { newInfo, next: step } = (await ask('POST', '/api/information', { ...words, shopid }, own)).body
  const ticket = (newInfo as { _id: string })._id
  const joined = { mobile, cookie, ticket }
  if (stage === 'joined') return joined
  let paid: Person = joined
  if (step === 'payment') {
    const gateway = stage === 'ordered cash' || stage === 'cash to hand back' ? 'cash' : 'demo'
    const { payment } = (await ask('POST', '/api/payments', { ticketId: ticket, gateway }, own)).body
    const { id } = payment as { id: string }
    paid = { ...joined, payment: id }
    if (stage === 'ordered' || stage === 'ordered cash') return paid
    // Cash is confirmed at the desk.
    const { receiptId } = (await ask('POST', `/api/payments/${id}/confirm`, {}, gateway === 'cash' ? as : own)).body
    paid.receipt = String(receiptId)
    if (stage === 'cash to hand back') {
      await ask('POST', `/api/tickets/${ticket}/cancel`, {}, own)
      return paid
    }
  }
  if (stage === 'waiting') return paid
  await ask('POST', `/api/tickets/${ticket}/call`, {}, as)
  if (stage === 'served') await ask('POST', `/api/tickets/${ticket}/complete`, {}, as)
  return paid
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error(`there is no ${index} of ${list.length}`)
  return one
}
