import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { reportCsp } from '#contract/http/calls.ts'
import { joinQueue, readToken } from '#contract/queue/calls.ts'
import { checkUser, login, me, resetPassword, totp } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { createCounter } from '#server/counters/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { createMall } from '#server/malls/service.ts'
import { createShop } from '#server/shops/service.ts'
import { addStaff } from '#server/staff/service.ts'
import { type Asked, brokenInSiege, type Passcode } from '#tests/history/attack.ts'
import { type AnyReply, type Credentials, clientOf, send, sendLoosely } from '#tests/support/calls/client.ts'
import { ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { information, newMobile, signIn } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'
import { type Mailbox, openMailbox } from '#tests/support/vendors/mailbox.ts'
import { type SilentMail, silentMailBefore } from '#tests/support/vendors/silent-mail.ts'

/**
 * One shop on a busy evening in production. Everyone is behind the one address of the mall's Wi-Fi. Strangers flood the calls that need no
 * session, guess codes, and use the reset form of the owner. The mail server accepts connections and stays silent.
 */

const SHOP = 'siege-cafe'
const MALL = 'siege-mall'
const PASSWORD = 'a quiet evening at home'
const [OWNER, STAFF] = ['owner@siege.example', 'staff@siege.example']
const SHOPPERS = 8

let app: ProductionApp
let mailbox: Mailbox
let mail: SilentMail
let staff: Credentials

beforeAll(async () => {
  mailbox = await openMailbox()
  mail = await silentMailBefore(mailbox.url)
  app = await productionApp({ env: { SMTP_URL: mail.url, LOG_LEVEL: 'silent' } })
  const passwordHash = await hashPassword(PASSWORD)
  await transaction(app.database.db, async (tx) => {
    const now = app.clock.now()
    const ownerAccountId = await createAccount(tx, now, { name: 'Omkar', email: OWNER, role: 'owner', passwordHash })
    const accountId = (await createAccount(tx, now, { name: 'Sana', email: STAFF, role: 'staff', passwordHash })) ?? ''
    const words = { title: 'Siege Mall', description: '', address: '', legalName: '', gstin: null }
    await createMall(tx, now, { id: MALL, ownerAccountId, ...words })
    const shop = { name: 'Siege Café', description: '', place: '', baseFeePaise: 0, minutesPerTicket: 3 }
    await createShop(tx, now, { id: SHOP, mallId: MALL, ...shop })
    await addStaff(tx, now, { shopId: SHOP, mallId: MALL, accountId })
    for (const name of ['Counter 1', 'Counter 2']) await createCounter(tx, now, { mallId: MALL, shopId: SHOP, name })
  })
  staff = await signIn(app.address, STAFF, PASSWORD)
})
afterAll(async () => {
  await app.stop()
  await mail.close()
  await mailbox.close()
})

const as = clientOf(() => app.address)
const asked: Asked[] = []
const passcodes: Passcode[] = []
async function noting<R extends AnyReply>(who: Asked['who'], what: string, ask: Promise<R>): Promise<R> {
  const answer = await ask
  asked.push({ who, what, status: answer.status })
  return answer
}

async function shopper(): Promise<void> {
  const mobile = newMobile()
  const passcode: Passcode = { mobile, askedInSilence: mail.silent, cameInSilence: false }
  passcodes.push(passcode)
  await noting('shopper', 'a passcode', as({}, sendOtp, { body: { mobile, name: 'Asha Verma', email: 'asha@example.in', shopid: SHOP } }))
  const otp = await eventually(() => app.codeOf(mobile))
  passcode.cameInSilence = mail.silent
  const proved = await noting('shopper', 'the proof', as({}, verifyOtp, { body: { mobile, otp } }))
  const cookie = proved.headers.get('set-cookie')?.split(';')[0] ?? ''
  await noting('shopper', 'joining', as({ cookie }, joinQueue, { body: information({ mobile }, SHOP) }))
  await noting('shopper', 'the token', send(app.address, readToken, { query: { phone: mobile } }, { cookie }))
}

/** Calls and serves until every shopper was served. */
async function desk(): Promise<void> {
  let served = 0
  while (served < SHOPPERS) {
    const table = await noting('staff', 'the table', send(app.address, listTickets, { id: SHOP }, staff))
    const row = table.body.find(({ state }) => state === 'waiting')
    if (!row) {
      await pause(50)
      continue
    }
    for (const action of ['call', 'arrive', 'complete'] as const)
      await noting('staff', action, as(staff, ticketActions[action], { id: row._id }))
    served += 1
  }
}

/** A stranger on the same Wi-Fi who floods the calls that need no session, until `over` is true. */
async function stranger(over: () => boolean, i: number): Promise<void> {
  const nonsense: (() => Promise<unknown>)[] = [
    () => sendLoosely(app.address, joinQueue, {}),
    () => as({}, login, { body: { email: STAFF, password: `guess ${i}` } }),
    () => as({}, totp, { body: { challenge: 'x'.repeat(43), code: '123456' } }),
    () => as({}, reportCsp),
    () => send(app.address, me, {}, { bearer: 'A'.repeat(43) }),
  ]
  for (let turn = i; !over(); turn += 1) await nonsense[turn % nonsense.length]?.().catch(() => undefined)
}

const reset = (resetCode: string) =>
  as({}, resetPassword, {
    body: { email: OWNER, role: 'owner', newPassword: 'another quiet evening', confirmPassword: 'another quiet evening', resetCode },
  })

/** Asks for codes at the reset form of the owner and tries wrong ones. */
async function atTheResetForm(): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    await as({}, checkUser, { body: { email: OWNER, role: 'owner' } })
    await reset(`AAAA-BBBB-CCCC-DD${String(i).padStart(2, '2')}`)
  }
}

test('a shop keeps working while strangers at the same address flood, guess and reset, and mail is silent', async () => {
  let over = false
  const crowd = Array.from({ length: 10 }, (_, i) => stranger(() => over, i))
  const victim = newMobile()
  await as({}, sendOtp, { body: { mobile: victim, name: 'Asha Verma', email: 'asha@example.in' } })
  const guesses = Promise.all(
    Array.from({ length: 40 }, (_, i) => as({}, verifyOtp, { body: { mobile: victim, otp: String(100_000 + i) } })),
  )
  const owner = noting('owner', 'the mail with a code', as({}, checkUser, { body: { email: OWNER, role: 'owner' } }))
  await Promise.all([owner, guesses, atTheResetForm(), desk(), ...Array.from({ length: SHOPPERS }, shopper)])
  over = true
  await Promise.all(crowd)

  mail.silent = false
  // The attempts that began in the silence end, and the next ones go out.
  await eventually(async () => {
    app.clock.advance(20_000)
    await app.running.tick()
    return mailbox.mails.some(({ to, text }) => to === OWNER && /new Red Carpet password/.test(text)) ? true : undefined
  })
  const codes = mailbox.mails.flatMap(({ to, text }) => (to === OWNER ? (/password: (\S+)/.exec(text)?.[1] ?? []) : []))
  const came = await Promise.all(codes.map((code) => reset(code)))

  const { db } = app.database
  const judged = await db.selectFrom('otpTry').select('id').where('mobile', '=', victim).execute()
  const tickets = await db.selectFrom('ticket').select('number').where('shopId', '=', SHOP).execute()
  expect(
    brokenInSiege({
      asked,
      passcodes,
      judgedGuesses: judged.length,
      ownerCameBack: came.some(({ status }) => status === 200),
      numbers: tickets.map(({ number }) => number ?? 0),
    }),
  ).toEqual([])
  expect(tickets).toHaveLength(SHOPPERS)
  expect(passcodes.every(({ askedInSilence }) => askedInSilence)).toBe(true)
})
