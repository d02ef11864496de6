import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { callByNumber, listTickets, startCountdown } from '#contract/desk/calls.ts'
import { reportCsp } from '#contract/http/calls.ts'
import { listMalls, readMall } from '#contract/office/form-calls.ts'
import { confirmPayment, readReceipt } from '#contract/payments/calls.ts'
import { joinQueue, readToken } from '#contract/queue/calls.ts'
import { login, logout } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { openLog } from '#server/kit/log.ts'
import { ask, clientOf, raw, send, sendLoosely } from '#tests/support/calls/client.ts'
import { information, newMobile, order, paidShopper } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/server/app.ts'
import { productionApp } from '#tests/support/server/production.ts'

/** Keeps the log at the most detailed level. */
function keptLog() {
  const lines: string[] = []
  return { log: openLog('trace', { write: (line) => void lines.push(line) }), text: () => lines.join('') }
}

const NAME = 'Yashodhara Pillai'
const EMAIL = 'yashodhara@example.in'

test('the log of a whole journey, errors included, holds no mobile, code, name, email, password, bearer or cookie', async () => {
  const { log, text } = keptLog()
  const app = await startApp({ log })
  const secrets: Record<string, string> = { name: NAME, email: EMAIL, password: DEMO_PASSWORD, 'wrong password': 'a wrong password' }
  const as = clientOf(() => app.address)
  const get = (path: string, who = {}) => raw(app.address, 'GET', path, undefined, who)
  try {
    const mobile = newMobile()
    secrets.mobile = mobile
    const sent = await as({}, sendOtp, { body: { mobile, name: NAME, email: EMAIL, shopid: 'phoenix-cafe' } })
    const code = String(sent.body.otp)
    secrets['wrong code'] = code === '918273' ? '918274' : '918273'
    await as({}, verifyOtp, { body: { mobile, otp: secrets['wrong code'] } })
    const proved = await as({}, verifyOtp, { body: { mobile, otp: code } })
    const cookie = proved.headers.get('set-cookie')?.split(';')[0] ?? ''
    secrets.cookie = cookie.replace('rc_shopper=', '')
    const shopper = { mobile, cookie }
    const joined = await ask(
      app.address,
      joinQueue,
      { body: { ...information(shopper, 'phoenix-cafe'), name: NAME, email: EMAIL } },
      shopper,
    )
    const ticketId = joined.body.newInfo._id
    const paymentId = await order(app.address, shopper, ticketId)
    const paid = await as(shopper, confirmPayment, { id: paymentId, body: { card: '4111111111111111', mobile } })
    const receipt = await ask(app.address, readReceipt, { id: String(paid.body.receiptId) }, shopper)
    secrets['code of the receipt'] = receipt.body.code
    for (const ending of ['', '.pdf', '?lang=hi', '.pdf?paper=roll']) await get(`/r/${receipt.body.code}${ending}`)
    secrets.card = '4111111111111111'
    await get(`/phoenix-cafe/token?phone=${mobile}&name=${encodeURIComponent(NAME)}`, { ...shopper, headers: { accept: 'text/html' } })

    await as({}, login, { body: { email: demoAccounts.staff.email, password: 'a wrong password' } })
    const signedIn = await as({}, login, { body: { email: demoAccounts.staff.email, password: DEMO_PASSWORD } })
    secrets['staff email'] = demoAccounts.staff.email
    secrets.bearer = String(signedIn.body.token)
    const staff = { bearer: secrets.bearer }
    for (const who of [staff, shopper]) await as(who, readToken, { query: { phone: mobile } })
    await as(staff, listTickets, { id: 'phoenix-cafe' })
    await as(staff, callByNumber, { body: { number: mobile } })
    await as(staff, startCountdown, { body: { phoneNumber: mobile, shopId: 'phoenix-cafe', duration: 90 } })
    const socket = io(app.address, {
      transports: ['websocket'],
      auth: { token: secrets.bearer },
      extraHeaders: { cookie },
      reconnection: false,
    })
    await new Promise((resolve) => socket.on('connect', () => resolve(null)))
    await socket.emitWithAck('watch', { ticketId })

    // Errors are logged with more details.
    await sendLoosely(app.address, joinQueue, { body: `{"mobile":"${mobile}","name":"${NAME}"` }, shopper)
    await sendLoosely(app.address, joinQueue, { body: { mobile, name: [NAME], email: EMAIL } }, shopper)
    await get(`${readMall.path.replace(':id', mobile)}%E0%A4%A?phone=${mobile}`)
    const report = { 'csp-report': { 'document-uri': `https://queue.example.in/phoenix-cafe/information?phone=${mobile}` } }
    await send(app.address, reportCsp, { body: JSON.stringify(report) }, { headers: { 'content-type': 'application/csp-report' } })
    const { db } = app.database
    const other = await paidShopper(app.address, 'royal-sarees')
    const rejoin = () => as(other, joinQueue, { body: { ...information(other, 'lotus-books'), name: NAME, email: EMAIL } })
    secrets['other mobile'] = other.mobile
    await sql`alter table ticket rename column locale to hidden`.execute(db)
    expect((await rejoin()).status).toBe(500)
    await sql`alter table ticket rename column hidden to locale`.execute(db)
    await sql.raw(`alter table ticket add constraint nobody check (name <> '${NAME}') not valid`).execute(db)
    expect((await rejoin()).status, 'the database repeats the whole row in its error').toBe(500)
    await sql`alter table ticket drop constraint nobody`.execute(db)
    await as(staff, logout)
    socket.disconnect()
  } finally {
    await app.stop()
  }

  const logged = text()
  for (const [what, secret] of Object.entries(secrets)) expect(secret.length, what).toBeGreaterThanOrEqual(6)
  const found = Object.entries(secrets).filter(([, secret]) => logged.includes(secret) || logged.includes(encodeURIComponent(secret)))
  expect(found.map(([what, secret]) => `${what}: ${logged.split('\n').find((line) => line.includes(secret))}`)).toEqual([])

  expect(logged).toContain('"url":"/api/get-token?phone=…"')
  expect(logged).toContain('"url":"/r/…?paper=…"')
  expect(logged).toContain('content security policy report')
  expect(logged).toContain('"msg":"unexpected error"')
  expect(logged).toMatch(/"reason":"23514"/)
})

test('a passcode is not in the log, and an error of the SMS vendor brings no mobile number into it', async () => {
  const { log, text } = keptLog()
  const app = await productionApp({ log, answer: (mobile) => ({ type: 'error', message: `no route to 91${mobile}` }) })
  const mobile = newMobile()
  try {
    const sent = await send(app.address, sendOtp, { body: { mobile, name: NAME, email: EMAIL } })
    expect(sent.status).toBe(200)
    await expect.poll(() => text()).toContain('a message did not go out')
  } finally {
    await app.stop()
  }
  expect(app.codeOf(mobile)).toMatch(/^\d{6}$/)
  expect(text()).toContain('no route to')
  expect(text()).not.toContain(mobile)
  expect(text()).not.toContain(app.codeOf(mobile))
})

test('production warns once about a proxy that TRUST_PROXY does not name, without the forwarded address', async () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.77' } }
  const warnings = async (env: Record<string, string>) => {
    const { log, text } = keptLog()
    const app = await productionApp({ log, env })
    try {
      await send(app.address, listMalls)
      expect(text()).not.toContain('TRUST_PROXY')
      for (let i = 0; i < 3; i += 1) expect((await send(app.address, listMalls, {}, forwarded)).status).toBe(200)
      expect(text()).not.toContain('203.0.113.77')
      return text()
        .split('\n')
        .filter((line) => line.includes('TRUST_PROXY'))
    } finally {
      await app.stop()
    }
  }
  const said = await warnings({})
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 40 })
  expect(await warnings({ TRUST_PROXY: 'loopback' }), 'a proxy that TRUST_PROXY names').toEqual([])
})
