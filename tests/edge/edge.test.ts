import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { readDisplay } from '#contract/displays/calls.ts'
import { listMalls, readMall } from '#contract/office/form-calls.ts'
import { createPayment, readReceipt } from '#contract/payments/calls.ts'
import { joinQueue, readCountdown, readToken } from '#contract/queue/calls.ts'
import { login, me } from '#contract/sign-in/calls.ts'
import { readPass, readStorefront } from '#contract/storefront/calls.ts'
import { sendOtp } from '#contract/verification/calls.ts'
import { ask, type Credentials, clientOf, raw, send, sendLoosely } from '#tests/support/calls/client.ts'
import { expectNothingInside, expectRefusal } from '#tests/support/calls/refusals.ts'
import { information, newMobile, paidShopper, type Shopper, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let staff: Credentials
let shopper: Shopper
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'silent' } })
  staff = await staffOf(app.address)
  shopper = await verifiedShopper(app.address)
})
afterAll(() => app.stop())

const asJson = { 'content-type': 'application/json' }
const askCode = (body: unknown, headers: Record<string, string> = asJson) => sendLoosely(app.address, sendOtp, { body }, { headers })
const as = clientOf(() => app.address)
const get = (path: string, who: Credentials = {}) => raw(app.address, 'GET', path, undefined, who)
const asha = () => ({ mobile: newMobile(), name: 'Asha Verma', email: 'asha@example.in' })

describe('a request that cannot be read', () => {
  const bodies: [string, string, string][] = [
    ['half a JSON text', '{"mobile":', 'invalid_json'],
    ['not JSON', 'mobile=9876543210', 'invalid_json'],
    ['an attack on the prototype of all objects', '{"__proto__":{"isAdmin":true},"mobile":"9876543210"}', 'invalid_json'],
    ['the same attack through the constructor', '{"constructor":{"prototype":{"isAdmin":true}}}', 'invalid_json'],
    ['a text with the zero character', '{"mobile":"9876543210","name":"Asha","email":"a\\u0000@example.in"}', 'invalid_json'],
    ['twenty thousand brackets', '['.repeat(20_000) + ']'.repeat(20_000), 'invalid_input'],
    ['empty', '', 'invalid_input'],
    ['null', 'null', 'invalid_input'],
    ['a list', '[]', 'invalid_input'],
    ['a text', '"9876543210"', 'invalid_input'],
    ['a number', '5', 'invalid_input'],
  ]
  for (const [name, body, code] of bodies) {
    test(`a body that is ${name} → 400 ${code}`, async () => expectRefusal(await askCode(body), 400, code))
  }

  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'application/jsonp',
    'text/json',
    'nonsense',
  ]
  for (const type of types) {
    test(`a body of the type ${type} → 415`, async () => {
      expectRefusal(await askCode(JSON.stringify(asha()), { 'content-type': type }), 415, 'wrong_media_type')
    })
  }

  test('JSON with a named character set is accepted', async () => {
    expect((await askCode(JSON.stringify(asha()), { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
  })

  test('a body over 64 kB → 413, with a content length or in chunks', async () => {
    const padded = (bytes: number) => JSON.stringify({ ...asha(), more: 'x'.repeat(bytes) })
    expectRefusal(await askCode(padded(65_536)), 413, 'too_large')
    expect((await askCode(padded(60_000))).status).toBe(200)
    const pieces = new ReadableStream({
      start(stream) {
        for (let i = 0; i < 20; i += 1) stream.enqueue(new TextEncoder().encode('x'.repeat(8192)))
        stream.close()
      },
    })
    const answer = await fetch(app.address + sendOtp.path, {
      method: 'POST',
      headers: asJson,
      body: pieces,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'too_large'])
  })

  test('a body far over the limit, or of a wrong type, is read to its end: the client sees the answer, and may go on', async () => {
    const body = 'x'.repeat(5_000_000)
    const next = 'GET /api/shops HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const chunked = `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const whole = `content-length: ${body.length}\r\n\r\n${body}`
    for (const [path, type, sent, status] of [
      [sendOtp.path, 'application/json', whole, 413],
      [login.path, 'application/json', chunked, 413],
      [sendOtp.path, 'text/csv', whole, 415],
    ] as const) {
      const heard = await talk(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${sent}${next}`)
      expect(heard.match(/HTTP\/1\.1 \d+/g), `${path} ${type}`).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200'])
    }
  })

  for (const path of ['/api/shops/%E0%A4%A', '/api/tickets/%', '/%E0%A4%A/information', '/%zz']) {
    test(`the address ${path} → 400`, async () => {
      const answer = await get(path, staff)
      expectRefusal(answer, 400, 'invalid_input')
      expect(JSON.stringify(answer.body), 'the address is not repeated').not.toContain('%')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })
  }

  for (const path of [
    '/api/tickets/%00',
    '/api/payments/a%00b',
    '/api/receipts/%00',
    '/api/get-data/%00',
    '/api/get-countdown?shopId=%00',
  ]) {
    test(`the address ${path} → 400`, async () => expectRefusal(await get(path, staff), 400, 'invalid_input'))
  }

  test('a path parameter may have 200 characters, however long they are when encoded; 201 → 400', async () => {
    for (const call of [readMall, readDisplay, readStorefront, listTickets, readPass]) {
      const answerTo = (id: string) => sendLoosely(app.address, call, { id }, staff)
      expect((await answerTo('a'.repeat(200))).status).toBe(404)
      expect((await answerTo('रे'.repeat(80))).status, '160 characters, 1440 encoded').toBe(404)
      expectRefusal(await answerTo('a'.repeat(201)), 400, 'invalid_input')
    }
    expectRefusal(await as({}, readCountdown, { query: { shopId: 'a'.repeat(201) } }), 400, 'invalid_input')
  })

  test('text that is not an HTTP request is answered in the envelope too', async () => {
    expect(await talk('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_input"/)
    const long = await talk(`GET /api/shops HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(long).toMatch(/^HTTP\/1\.1 431 [\s\S]*"success":false[\s\S]*"code":"too_large"/)
    expect((await as({}, listMalls)).status, 'the server is still alive').toBe(200)
  })
})

/** Returns what comes back until the connection closes. */
function talk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.address)
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (part) => {
      heard += part
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })
}

describe('a request with wrong fields', () => {
  test('gets a sentence for each wrong field; the first one is the message', async () => {
    const answer = await askCode({ mobile: '12345', name: ' ', email: 'asha' })
    expectRefusal(answer, 400, 'invalid_input')
    const mobile = 'Please enter a valid 10-digit mobile number (only numbers allowed)'
    expect(answer.body).toMatchObject({
      message: mobile,
      fields: { mobile, name: 'Please enter your name', email: 'please insert valid email' },
    })
    expect((await askCode({})).body.fields).toMatchObject({
      mobile: expect.any(String),
      name: expect.any(String),
      email: expect.any(String),
    })
  })

  const wrong: [string, Record<string, unknown>, string][] = [
    ['a mobile as a number', { mobile: 9876543210 }, 'mobile'],
    ['a mobile of another country', { mobile: '+12125550100' }, 'mobile'],
    ['a mobile of eleven digits in other digits', { mobile: '९८७६५४३२१०१' }, 'mobile'],
    ['a mobile with a letter', { mobile: '98765 4321O' }, 'mobile'],
    ['a name of 81 characters', { name: 'a'.repeat(81) }, 'name'],
    ['a name with a control character', { name: 'As\u0007ha' }, 'name'],
    ['a name as an object', { name: { $ne: null } }, 'name'],
    ['an email of 255 characters', { email: `${'a'.repeat(244)}@example.in` }, 'email'],
    ['an email with two at signs', { email: 'a@b@example.in' }, 'email'],
    ['a shop id of 201 characters', { shopid: 'a'.repeat(201) }, 'shopid'],
  ]
  for (const [name, change, field] of wrong) {
    test(`${name} → 400, and the field is named`, async () => {
      const answer = await askCode({ ...asha(), ...change })
      expectRefusal(answer, 400, 'invalid_input')
      expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
    })
  }

  test('a query parameter that is sent twice → 400', async () => {
    expectRefusal(await get(`${readToken.path}?phone=${shopper.mobile}&phone=9876543210`, shopper), 400, 'invalid_input')
    expectRefusal(await get(`${readCountdown.path}?shopId=phoenix-cafe&shopId=royal-sarees`), 400, 'invalid_input')
  })

  test('text that a database or a shell could run as a command is only text', async () => {
    for (const id of [
      "' or 1=1 --",
      '"; drop table ticket; --',
      '../../etc/passwd',
      '$(id)',
      '{{7*7}}',
      '__proto__',
      'constructor',
      'toString',
    ]) {
      for (const [call, code] of [
        [readMall, 'mall_not_found'],
        [listTickets, 'shop_not_found'],
        [readPass, 'ticket_not_found'],
      ] as const) {
        expectRefusal(await sendLoosely(app.address, call, { id }, staff), 404, code)
      }
    }
  })

  test('unknown fields are ignored, also those that would pay or give a role', async () => {
    const person = await verifiedShopper(app.address)
    const joining = {
      ...information(person, 'phoenix-cafe'),
      token: 1,
      number: 1,
      state: 'served',
      role: 'superadmin',
      amountPaise: 1,
      mallId: 'other',
    }
    const joined = await ask(app.address, joinQueue, { body: joining }, person)
    expect(joined.body).toMatchObject({ next: 'payment', newInfo: { token: null, state: 'pending_payment', shopid: 'phoenix-cafe' } })
    const order = { ticketId: joined.body.newInfo._id, amountPaise: 1, state: 'captured' }
    const ordered = await ask(app.address, createPayment, { body: order }, person)
    expect(ordered.body.payment).toMatchObject({ amountPaise: 14_160, state: 'created' })
    const form = { email: 'staff@demo.test', password: 'red-carpet-demo', role: 'superadmin' }
    const signedIn = await ask(app.address, login, { body: form })
    expect(signedIn.body.user).toMatchObject({ role: 'shop' })
  })
})

describe('an unknown address', () => {
  test('or an unknown method → 404 in the envelope', async () => {
    expectRefusal(await get('/api/nothing'), 404, 'not_found')
    expectRefusal(await get('/api'), 404, 'not_found')
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) expectRefusal(await raw(app.address, method, login.path), 404, 'not_found')
    expectRefusal(await get(login.path), 404, 'not_found')
    expectRefusal(await get('/static/js/gone.js'), 404, 'not_found')
    expectRefusal(await get('/.env'), 404, 'not_found')
  })

  test('with the id of a shop instead of a mall, or the reverse, says which one it is', async () => {
    expectRefusal(await as({}, readMall, { id: 'phoenix-cafe' }), 404, 'is_a_shop')
    expectRefusal(await as({}, readStorefront, { id: 'phoenix-mall' }), 404, 'is_a_mall')
    expectRefusal(await as(staff, listTickets, { id: 'phoenix-mall' }), 404, 'is_a_mall')
  })

  test('of a screen gets a designed page with nothing internal', async () => {
    const answer = await fetch(`${app.address}/no/such/place`, { headers: { accept: 'text/html' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expectNothingInside(await answer.text())
  })
})

describe('what stays inside the server', () => {
  test('an error of the database: calls and pages say only "Something went wrong"', async () => {
    const { db } = app.database
    await sql`alter table otp_code rename to hidden`.execute(db)
    expectRefusal(await askCode(asha()), 500, 'unexpected')
    await sql`alter table hidden rename to otp_code`.execute(db)
    expect((await askCode(asha())).status, 'the call works again afterwards').toBe(200)

    await sql`alter table display rename to hidden`.execute(db)
    expectRefusal(await as({}, readDisplay, { id: 'phoenix-cafe' }), 500, 'unexpected')
    const page = await fetch(`${app.address}/phoenix-cafe`, { headers: { accept: 'text/html' } })
    const text = await page.text()
    await sql`alter table hidden rename to display`.execute(db)
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(text).toContain('Something went wrong')
    expectNothingInside(text)
  })

  test('a password or its hash: no answer contains them', async () => {
    const paid = await paidShopper(app.address, 'phoenix-cafe')
    const password = 'red-carpet-demo'
    const answers = [
      await send(app.address, login, { body: { email: 'owner@demo.test', password } }),
      await send(app.address, login, { body: { email: 'owner@demo.test', password: 'red-carpet-wrong' } }),
      await sendLoosely(app.address, login, { body: { email: 'owner@demo.test', password: [password] } }),
      ...(await Promise.all([me, listMalls].map((call) => sendLoosely(app.address, call, {}, staff)))),
      await as(staff, readMall, { id: 'phoenix-mall' }),
      await as(staff, listTickets, { id: 'phoenix-cafe' }),
      await as(staff, readPass, { id: paid.ticketId }),
      await as(staff, readReceipt, { id: paid.receiptId }),
    ]
    for (const { status, body } of answers) {
      expect(JSON.stringify(body)).not.toMatch(/red-carpet-(?:demo|wrong)|argon2/)
      if (status === 200) expect(JSON.stringify(body)).not.toMatch(/password/i)
    }
  })
})
