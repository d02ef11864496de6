import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { openLog } from '../../server/kit/log.ts'
import { startApp } from '../support/app.ts'
import { call, information, newMobile, order, paidShopper } from '../support/people.ts'
import { productionApp } from '../support/production.ts'

/** A log that is kept for the test, at its most talkative. */
function keptLog() {
  const lines: string[] = []
  return { log: openLog('trace', { write: (line) => void lines.push(line) }), text: () => lines.join('') }
}

const NAME = 'Yashodhara Pillai'
const EMAIL = 'yashodhara@example.in'

test('the log of a whole journey, errors included, holds no number, code, name, email, password, bearer or cookie', async () => {
  const { log, text } = keptLog()
  const app = await startApp({ log })
  const secrets: Record<string, string> = { name: NAME, email: EMAIL, password: DEMO_PASSWORD, 'wrong password': 'a wrong password' }
  const post = (path: string, body: unknown, who = {}) => call(app.address, 'POST', path, body, who)
  const get = (path: string, who = {}) => call(app.address, 'GET', path, undefined, who)
  try {
    const mobile = newMobile()
    secrets.mobile = mobile
    const sent = await post('/api/send-otp', { mobile, name: NAME, email: EMAIL, shopid: 'phoenix-cafe' })
    const code = String(sent.body.otp)
    secrets['wrong code'] = code === '918273' ? '918274' : '918273'
    await post('/api/verify-otp', { mobile, otp: secrets['wrong code'] })
    const proved = await post('/api/verify-otp', { mobile, otp: code })
    const cookie = proved.headers.get('set-cookie')?.split(';')[0] ?? ''
    secrets.cookie = cookie.replace('rc_shopper=', '')
    const shopper = { mobile, cookie }
    const joined = await post('/api/information', { ...information(shopper, 'phoenix-cafe'), name: NAME, email: EMAIL }, shopper)
    const ticketId = (joined.body.newInfo as unknown as { _id: string })._id
    const paymentId = await order(app.address, shopper, ticketId)
    await post(`/api/payments/${paymentId}/confirm`, { card: '4111111111111111', mobile }, shopper)
    secrets.card = '4111111111111111'
    await get(`/phoenix-cafe/token?phone=${mobile}&name=${encodeURIComponent(NAME)}`, { ...shopper, headers: { accept: 'text/html' } })

    await post('/api/auth/login', { email: demoAccounts.staff.email, password: 'a wrong password' })
    const signedIn = await post('/api/auth/login', { email: demoAccounts.staff.email, password: DEMO_PASSWORD })
    secrets['staff email'] = demoAccounts.staff.email
    secrets.bearer = String(signedIn.body.token)
    const staff = { bearer: secrets.bearer }
    for (const who of [staff, shopper]) await get(`/api/get-token?phone=${mobile}`, who)
    await get('/api/get-data/phoenix-cafe', staff)
    await post('/api/send-message', { number: mobile }, staff)
    await post('/api/start-countdown', { phoneNumber: mobile, shopId: 'phoenix-cafe', duration: 90 }, staff)
    const socket = io(app.address, {
      transports: ['websocket'],
      auth: { token: secrets.bearer },
      extraHeaders: { cookie },
      reconnection: false,
    })
    await new Promise((resolve) => socket.on('connect', () => resolve(null)))
    await socket.emitWithAck('watch', { ticketId })

    // What goes wrong is logged with more words.
    await post('/api/information', `{"mobile":"${mobile}","name":"${NAME}"`, {
      ...shopper,
      headers: { 'content-type': 'application/json' },
    })
    await post('/api/information', { mobile, name: [NAME], email: EMAIL }, shopper)
    await get(`/api/shops/${mobile}%E0%A4%A?phone=${mobile}`)
    const report = { 'csp-report': { 'document-uri': `https://queue.example.in/phoenix-cafe/information?phone=${mobile}` } }
    await call(app.address, 'POST', '/api/reports/csp', JSON.stringify(report), { headers: { 'content-type': 'application/csp-report' } })
    const { db } = app.database
    const other = await paidShopper(app.address, 'royal-sarees')
    const rejoin = () => post('/api/information', { ...information(other, 'lotus-books'), name: NAME, email: EMAIL }, other)
    secrets['other mobile'] = other.mobile
    await sql`alter table ticket rename column locale to hidden`.execute(db)
    expect((await rejoin()).status).toBe(500)
    await sql`alter table ticket rename column hidden to locale`.execute(db)
    await sql.raw(`alter table ticket add constraint nobody check (name <> '${NAME}') not valid`).execute(db)
    expect((await rejoin()).status, 'the database repeats the whole row in its error').toBe(500)
    await sql`alter table ticket drop constraint nobody`.execute(db)
    await post('/api/auth/logout', {}, staff)
    socket.disconnect()
  } finally {
    await app.stop()
  }

  const logged = text()
  for (const [what, secret] of Object.entries(secrets)) expect(secret.length, what).toBeGreaterThanOrEqual(6)
  const found = Object.entries(secrets).filter(([, secret]) => logged.includes(secret) || logged.includes(encodeURIComponent(secret)))
  expect(found.map(([what, secret]) => `${what}: ${logged.split('\n').find((line) => line.includes(secret))}`)).toEqual([])

  // And yet it tells what happened.
  expect(logged).toContain('"url":"/api/get-token?phone=…"')
  expect(logged).toContain('content security policy report')
  expect(logged).toContain('"msg":"unexpected error"')
  expect(logged).toMatch(/"reason":"23514"/)
}, 60_000)

test('the code that was shown once is not in the log, and no message of the SMS vendor brings a number into it', async () => {
  const { log, text } = keptLog()
  const app = await productionApp({ log, answer: (mobile) => ({ type: 'error', message: `no route to 91${mobile}` }) })
  const mobile = newMobile()
  try {
    const sent = await call(app.address, 'POST', '/api/send-otp', { mobile, name: NAME, email: EMAIL })
    expect(sent.status).toBe(200)
    await expect.poll(() => text()).toContain('a message did not go out')
  } finally {
    await app.stop()
  }
  expect(app.codeOf(mobile)).toMatch(/^\d{6}$/)
  expect(text()).toContain('no route to')
  expect(text()).not.toContain(mobile)
  expect(text()).not.toContain(app.codeOf(mobile))
}, 60_000)

test('production warns once, and names nobody, where a proxy speaks that it was not told of', async () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.77' } }
  const warnings = async (env: Record<string, string>) => {
    const { log, text } = keptLog()
    const app = await productionApp({ log, env })
    try {
      await call(app.address, 'GET', '/api/shops')
      expect(text()).not.toContain('TRUST_PROXY')
      for (let i = 0; i < 3; i += 1) expect((await call(app.address, 'GET', '/api/shops', undefined, forwarded)).status).toBe(200)
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
  expect(await warnings({ TRUST_PROXY: 'loopback' }), 'a proxy that it was told of').toEqual([])
}, 90_000)
