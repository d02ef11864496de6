import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Credentials, call, information, newMobile, paidShopper, type Shopper, staffOf, verifiedShopper } from '../support/people.ts'
import { expectNothingInside, expectRefusal } from '../support/refusals.ts'

/** What comes in wrong, and what goes out then: always the same envelope, never anything from inside. */

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
const sendOtp = (body: unknown, headers: Record<string, string> = asJson) => call(app.address, 'POST', '/api/send-otp', body, { headers })
const get = (path: string, who: Credentials = {}) => call(app.address, 'GET', path, undefined, who)
const asha = () => ({ mobile: newMobile(), name: 'Asha Verma', email: 'asha@example.in' })

describe('what cannot be read', () => {
  const bodies: [string, string, string][] = [
    ['half a JSON text', '{"mobile":', 'invalid_json'],
    ['no JSON at all', 'mobile=9876543210', 'invalid_json'],
    ['a key that would change what objects are', '{"__proto__":{"isAdmin":true},"mobile":"9876543210"}', 'invalid_json'],
    ['the same by another way', '{"constructor":{"prototype":{"isAdmin":true}}}', 'invalid_json'],
    ['the character that no text can hold', '{"mobile":"9876543210","name":"Asha","email":"a\\u0000@example.in"}', 'invalid_json'],
    ['twenty thousand brackets', '['.repeat(20_000) + ']'.repeat(20_000), 'invalid_input'],
    ['nothing', '', 'invalid_input'],
    ['null', 'null', 'invalid_input'],
    ['a list', '[]', 'invalid_input'],
    ['a text', '"9876543210"', 'invalid_input'],
    ['a number', '5', 'invalid_input'],
  ]
  for (const [name, body, code] of bodies) {
    test(`a body that is ${name} → 400 ${code}`, async () => expectRefusal(await sendOtp(body), 400, code))
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
      expectRefusal(await sendOtp(JSON.stringify(asha()), { 'content-type': type }), 415, 'wrong_media_type')
    })
  }

  test('JSON with its character set named is JSON', async () => {
    expect((await sendOtp(JSON.stringify(asha()), { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
  })

  test('a body over 64 kB → 413, announced or in pieces', async () => {
    const padded = (bytes: number) => JSON.stringify({ ...asha(), more: 'x'.repeat(bytes) })
    expectRefusal(await sendOtp(padded(65_536)), 413, 'too_large')
    expect((await sendOtp(padded(60_000))).status).toBe(200)
    const pieces = new ReadableStream({
      start(stream) {
        for (let i = 0; i < 20; i += 1) stream.enqueue(new TextEncoder().encode('x'.repeat(8192)))
        stream.close()
      },
    })
    const answer = await fetch(`${app.address}/api/send-otp`, {
      method: 'POST',
      headers: asJson,
      body: pieces,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'too_large'])
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

  test('a path parameter may have 200 characters, whatever they look like encoded; 201 → 400', async () => {
    for (const call of ['/api/shops/', '/api/display/', '/api/storefront/', '/api/get-data/', '/api/tickets/']) {
      expect((await get(call + 'a'.repeat(200), staff)).status).toBe(404)
      expect((await get(call + encodeURIComponent('रे'.repeat(80)), staff)).status, '160 characters, 1440 encoded').toBe(404)
      expectRefusal(await get(call + 'a'.repeat(201), staff), 400, 'invalid_input')
    }
    expectRefusal(await get(`/api/get-countdown?shopId=${'a'.repeat(201)}`), 400, 'invalid_input')
  })

  test('what is no HTTP request is answered in the envelope too', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_input"/)
    const long = await raw(`GET /api/shops HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(long).toMatch(/^HTTP\/1\.1 431 [\s\S]*"success":false[\s\S]*"code":"too_large"/)
    expect((await get('/api/shops')).status, 'and the server lives').toBe(200)
  })
})

/** Sends bytes to the port; what comes back until the connection ends. */
function raw(text: string): Promise<string> {
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

describe('what is wrong in it', () => {
  test('each wrong field is named with its sentence, the first of them being the message', async () => {
    const answer = await sendOtp({ mobile: '12345', name: ' ', email: 'asha' })
    expectRefusal(answer, 400, 'invalid_input')
    const mobile = 'Please enter a valid 10-digit mobile number (only numbers allowed)'
    expect(answer.body).toMatchObject({
      message: mobile,
      fields: { mobile, name: 'Please enter your name', email: 'please insert valid email' },
    })
    expect((await sendOtp({})).body.fields).toMatchObject({
      mobile: expect.any(String),
      name: expect.any(String),
      email: expect.any(String),
    })
  })

  const wrong: [string, Record<string, unknown>, string][] = [
    ['a mobile as a number', { mobile: 9876543210 }, 'mobile'],
    ['a mobile with the country code', { mobile: '+919876543210' }, 'mobile'],
    ['a mobile in other digits', { mobile: '९८७६५४३२१०' }, 'mobile'],
    ['a mobile with a line break', { mobile: '9876543210\n' }, 'mobile'],
    ['a name of 81 characters', { name: 'a'.repeat(81) }, 'name'],
    ['a name with a control character', { name: 'As\u0007ha' }, 'name'],
    ['a name as an object', { name: { $ne: null } }, 'name'],
    ['an email of 255 characters', { email: `${'a'.repeat(244)}@example.in` }, 'email'],
    ['an email with two at signs', { email: 'a@b@example.in' }, 'email'],
    ['a shop id of 201 characters', { shopid: 'a'.repeat(201) }, 'shopid'],
  ]
  for (const [name, change, field] of wrong) {
    test(`${name} → 400, and the field is named`, async () => {
      const answer = await sendOtp({ ...asha(), ...change })
      expectRefusal(answer, 400, 'invalid_input')
      expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
    })
  }

  test('a query parameter that stands there twice → 400', async () => {
    expectRefusal(await get(`/api/get-token?phone=${shopper.mobile}&phone=9876543210`, shopper), 400, 'invalid_input')
    expectRefusal(await get('/api/get-countdown?shopId=phoenix-cafe&shopId=royal-sarees'), 400, 'invalid_input')
  })

  test('words that a database or a shell would take for its own are only words', async () => {
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
      for (const [path, code] of [
        ['/api/shops/', 'mall_not_found'],
        ['/api/get-data/', 'shop_not_found'],
        ['/api/tickets/', 'ticket_not_found'],
      ]) {
        expectRefusal(await get(`${path}${encodeURIComponent(id)}`, staff), 404, code ?? '')
      }
    }
  })

  test('fields that the call does not know are ignored, also those that would pay or promote', async () => {
    const person = await verifiedShopper(app.address)
    const wish = {
      ...information(person, 'phoenix-cafe'),
      token: 1,
      number: 1,
      state: 'served',
      role: 'superadmin',
      amountPaise: 1,
      mallId: 'other',
    }
    const joined = await call(app.address, 'POST', '/api/information', wish, person)
    expect(joined.body).toMatchObject({ next: 'payment', newInfo: { token: null, state: 'pending_payment', shopid: 'phoenix-cafe' } })
    const ticketId = (joined.body.newInfo as unknown as { _id: string })._id
    const ordered = await call(app.address, 'POST', '/api/payments', { ticketId, amountPaise: 1, state: 'captured' }, person)
    expect(ordered.body.payment).toMatchObject({ amountPaise: 14_160, state: 'created' })
    const signedIn = await call(app.address, 'POST', '/api/auth/login', {
      email: 'staff@demo.test',
      password: 'red-carpet-demo',
      role: 'superadmin',
    })
    expect(signedIn.body.user).toMatchObject({ role: 'shop' })
  })
})

describe('what is not there', () => {
  test('an unknown address or a method that it does not have → 404 in the envelope', async () => {
    expectRefusal(await get('/api/nothing'), 404, 'not_found')
    expectRefusal(await get('/api'), 404, 'not_found')
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expectRefusal(await call(app.address, method, '/api/auth/login'), 404, 'not_found')
    expectRefusal(await get('/api/auth/login'), 404, 'not_found')
    expectRefusal(await get('/static/js/gone.js'), 404, 'not_found')
    expectRefusal(await get('/.env'), 404, 'not_found')
  })

  test('an id of the other kind says which kind it is', async () => {
    expectRefusal(await get('/api/shops/phoenix-cafe'), 404, 'is_a_shop')
    expectRefusal(await get('/api/storefront/phoenix-mall'), 404, 'is_a_mall')
    expectRefusal(await get('/api/get-data/phoenix-mall', staff), 404, 'is_a_mall')
  })

  test('a screen that is nowhere is a page, with nothing from inside', async () => {
    const answer = await fetch(`${app.address}/no/such/place`, { headers: { accept: 'text/html' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expectNothingInside(await answer.text())
  })
})

describe('what goes wrong inside', () => {
  test('an error of the database is "Something went wrong" and no more, for programs and on pages', async () => {
    const { db } = app.database
    await sql`alter table otp_code rename to hidden`.execute(db)
    expectRefusal(await sendOtp(asha()), 500, 'unexpected')
    await sql`alter table hidden rename to otp_code`.execute(db)
    expect((await sendOtp(asha())).status, 'and it works again afterwards').toBe(200)

    await sql`alter table display rename to hidden`.execute(db)
    expectRefusal(await get('/api/display/phoenix-cafe'), 500, 'unexpected')
    const page = await fetch(`${app.address}/phoenix-cafe`, { headers: { accept: 'text/html' } })
    const text = await page.text()
    await sql`alter table hidden rename to display`.execute(db)
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(text).toContain('Something went wrong')
    expectNothingInside(text)
  })

  test('a password or its hash is in no answer', async () => {
    const paid = await paidShopper(app.address, 'phoenix-cafe')
    const password = 'red-carpet-demo'
    const answers = [
      await call(app.address, 'POST', '/api/auth/login', { email: 'owner@demo.test', password }),
      await call(app.address, 'POST', '/api/auth/login', { email: 'owner@demo.test', password: 'red-carpet-wrong' }),
      await call(app.address, 'POST', '/api/auth/login', { email: 'owner@demo.test', password: [password] }),
      ...(await Promise.all(
        ['/api/auth/me', '/api/shops', '/api/shops/phoenix-mall', '/api/get-data/phoenix-cafe'].map((path) => get(path, staff)),
      )),
      await get(`/api/tickets/${paid.ticketId}`, staff),
      await get(`/api/receipts/${paid.receiptId}`, staff),
    ]
    for (const { status, body, list } of answers) {
      expect(JSON.stringify([body, list])).not.toMatch(/red-carpet-(?:demo|wrong)|argon2/)
      if (status === 200) expect(JSON.stringify([body, list])).not.toMatch(/password/i)
    }
  })
})
