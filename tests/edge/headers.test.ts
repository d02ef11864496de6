import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '#contract/base/time.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { createPayment } from '#contract/payments/calls.ts'
import { joinQueue, readToken } from '#contract/queue/calls.ts'
import { me } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { type Credentials, raw, send } from '#tests/support/calls/client.ts'
import { information, newMobile, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { type ProductionApp, PUBLIC_URL, productionApp } from '#tests/support/server/production.ts'

let app: TestApp
let production: ProductionApp
beforeAll(async () => {
  app = await startApp()
  production = await productionApp()
})
afterAll(async () => {
  await app.stop()
  await production.stop()
})

const browser = { accept: 'text/html,application/xhtml+xml' }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('every answer', () => {
  const CLOSED = "default-src 'none'; frame-ancestors 'none'"
  const PAGE =
    /^default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self' 'nonce-[\w+/=]{24}'; style-src 'self' 'nonce-/
  const DOCS = /script-src 'self' 'nonce-[\w+/=]{24}'; style-src 'self' 'unsafe-inline'/
  const answers: [string, string, string, number, string | RegExp, Record<string, string>?][] = [
    ['a list', 'GET', '/api/shops', 200, CLOSED],
    ['an answer of the API', 'GET', '/api/storefront/phoenix-cafe', 200, CLOSED],
    ['a refusal', 'GET', '/api/auth/me', 401, CLOSED],
    ['a refused body', 'POST', '/api/auth/login', 400, CLOSED],
    ['an unknown call', 'GET', '/api/nothing', 404, CLOSED],
    ['a shopper screen', 'GET', '/phoenix-cafe', 200, PAGE, browser],
    ['a console screen', 'GET', '/', 200, PAGE, browser],
    ['an unknown page', 'GET', '/no/such/place', 404, PAGE, browser],
    ['an unknown shop', 'GET', '/nobodys-shop', 404, PAGE, browser],
    ['the health page', 'GET', '/health', 200, PAGE, browser],
    ['the health probe', 'GET', '/health', 200, CLOSED],
    ['the reference page', 'GET', '/api/docs', 200, DOCS, browser],
    ['the document', 'GET', '/api/openapi.json', 200, CLOSED],
  ]
  for (const [name, method, path, status, policy, headers] of answers) {
    test(`${name} carries the security headers and its policy, and no cache keeps it`, async () => {
      const answer = await raw(app.address, method, path, method === 'POST' ? {} : undefined, { headers: headers ?? {} })
      const header = (one: string) => answer.headers.get(one)
      expect(answer.status).toBe(status)
      expect(header('x-content-type-options')).toBe('nosniff')
      expect(header('x-frame-options')).toBe('DENY')
      expect(header('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(header('permissions-policy')).toContain('camera=()')
      expect(header('cross-origin-resource-policy')).toBe('same-origin')
      expect(header('content-security-policy')).toEqual(typeof policy === 'string' ? policy : expect.stringMatching(policy))
      expect(header('content-security-policy')).not.toContain('unsafe-eval')
      if (path !== '/api/docs') expect(header('content-security-policy')).not.toContain('unsafe-inline')
      expect(header('cache-control')).toBe('no-store')
      expect(header('x-request-id')).toMatch(UUID)
      expect(header('strict-transport-security'), 'not without https').toBeNull()
      expect([header('x-powered-by'), header('server')]).toEqual([null, null])
      expect([...answer.headers.keys()].filter((key) => key.startsWith('access-control-'))).toEqual([])
    })
  }

  test('has its own id, which a caller cannot choose; an error repeats the id', async () => {
    const one = await send(app.address, me, {}, { headers: { 'x-request-id': 'chosen' } })
    const two = await send(app.address, me)
    expect(one.headers.get('x-request-id')).toMatch(UUID)
    expect(one.body.requestId).toBe(one.headers.get('x-request-id'))
    expect(one.body.requestId).not.toBe(two.body.requestId)
  })

  test('says https only, and upgrades requests to https, when the public address is https', async () => {
    for (const path of ['/api/shops', '/', '/api/nothing']) {
      const answer = await raw(production.address, 'GET', path, undefined, { headers: browser })
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
    const page = await raw(production.address, 'GET', '/', undefined, { headers: browser })
    expect(page.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })

  test('has a new nonce if it is a page', async () => {
    const nonce = async () =>
      /'nonce-([^']+)'/.exec(
        (await raw(app.address, 'GET', '/', undefined, { headers: browser })).headers.get('content-security-policy') ?? '',
      )?.[1]
    expect(await nonce()).not.toBe(await nonce())
  })

  test('may be cached for a day if it is the icon or the robots file', async () => {
    for (const path of ['/favicon.svg', '/robots.txt']) {
      expect((await raw(app.address, 'GET', path)).headers.get('cache-control')).toBe('public, max-age=86400')
    }
  })
})

describe('the cookie of the shopper', () => {
  const cookieOf = async (address: string, codeOf: (mobile: string, shown: unknown) => string) => {
    const mobile = newMobile()
    const sent = await send(address, sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } })
    const otp = await expect
      .poll(() => codeOf(mobile, sent.body.otp))
      .toMatch(/^\d{6}$/)
      .then(() => codeOf(mobile, sent.body.otp))
    const proved = await send(address, verifyOtp, { body: { mobile, otp } })
    expect(proved.body).toEqual({ success: true, phone: mobile })
    const cookies = proved.headers.getSetCookie()
    expect(cookies).toHaveLength(1)
    const [pair = '', ...flags] = (cookies[0] ?? '').split('; ')
    // A secret, the keyed hash of the mobile, and the mark of the server.
    expect(pair).toMatch(/^rc_shopper=[\w-]{43}\.[0-9a-f]{16}\.[0-9a-f]{22}$/)
    return { mobile, cookie: pair, flags: flags.sort() }
  }

  test('is sent only to our own server, for 24 hours, and scripts cannot read it', async () => {
    const { flags } = await cookieOf(app.address, (_mobile, shown) => String(shown))
    expect(flags).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax'])
  })

  test('is sent only over https when the public address is https', async () => {
    const { flags } = await cookieOf(production.address, (mobile) => production.codeOf(mobile) ?? '')
    expect(flags).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  test('is valid for 24 hours by the server’s clock, even if the browser keeps it longer', async () => {
    const own = await startApp()
    try {
      const { mobile, cookie } = await verifiedShopper(own.address)
      const join = () => send(own.address, joinQueue, { body: information({ mobile }, 'lotus-books') }, { cookie })
      own.clock.advance(DAY - 5 * SECOND)
      expect((await join()).status).toBe(201)
      own.clock.advance(10 * SECOND)
      expect((await join()).status).toBe(401)
    } finally {
      await own.stop()
    }
  })

  test('is not an account: it opens no call for staff, and a bearer opens no call for shoppers', async () => {
    const shopper = await verifiedShopper(app.address)
    const staff = await staffOf(app.address)
    expect((await send(app.address, listTickets, { id: 'phoenix-cafe' }, { cookie: shopper.cookie })).status).toBe(401)
    expect((await send(app.address, joinQueue, { body: information(shopper, 'phoenix-cafe') }, staff)).status).toBe(401)
    const asCookie = { cookie: `rc_shopper=${staff.bearer}` }
    expect((await send(app.address, joinQueue, { body: information(shopper, 'phoenix-cafe') }, asCookie)).status).toBe(401)
    const asBearer = { bearer: shopper.cookie.replace('rc_shopper=', '') }
    expect((await send(app.address, me, {}, asBearer)).status).toBe(401)
  })

  test('counts as absent if its header cannot be read', async () => {
    for (const cookie of [
      'rc_shopper=%E0%A4%A',
      'rc_shopper=',
      'rc_shopper',
      ';;;=;',
      `rc_shopper=${'x'.repeat(5000)}`,
      'rc_shopper=%00',
    ]) {
      expect((await send(app.address, readToken, { query: { phone: '9876543210' } }, { cookie })).status).toBe(401)
      expect((await raw(app.address, 'GET', '/phoenix-cafe', undefined, { cookie, headers: browser })).status).toBe(200)
    }
  })
})

describe('the origin of a call with the cookie', () => {
  let demoShopper: Credentials & { mobile: string }
  beforeAll(async () => {
    demoShopper = await verifiedShopper(app.address)
  })
  const origins: [string, (own: string) => Record<string, string>, number][] = [
    ['our own page', (own) => ({ origin: own }), 200],
    ['another site’s page', () => ({ origin: 'https://evil.example' }), 403],
    ['a page with the origin “null”', () => ({ origin: 'null' }), 403],
    ['our host under another scheme', (own) => ({ origin: own.replace('http:', 'https:') }), 403],
    ['our host on another port', (own) => ({ origin: own.replace(/:\d+$/, ':1') }), 403],
    ['a host that begins like ours', (own) => ({ origin: own.replace(/:\d+$/, '.evil.example') }), 403],
    ['a program that sends no origin', () => ({}), 200],
    ['a browser that sends only “cross-site”', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['a browser that sends only “same-site”', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['a browser that sends only “same-origin”', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
  ]
  for (const [name, headers, status] of origins) {
    test(`${name} → ${status}`, async () => {
      await send(app.address, joinQueue, { body: information(demoShopper, 'phoenix-cafe') }, demoShopper)
      const who = { ...demoShopper, headers: headers(app.address) }
      const answer = await send(app.address, joinQueue, { body: information(demoShopper, 'phoenix-cafe') }, who)
      expect([answer.status, answer.body.code]).toEqual([status, status === 403 ? 'wrong_origin' : undefined])
    })
  }

  test('in production our own page is the public address, and no other origin with the same Host', async () => {
    const mobile = newMobile()
    await send(production.address, sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } })
    await expect.poll(() => production.codeOf(mobile)).toBeDefined()
    const proved = await send(production.address, verifyOtp, { body: { mobile, otp: String(production.codeOf(mobile)) } })
    const cookie = proved.headers.get('set-cookie')?.split(';')[0] ?? ''
    const from = async (origin: string) => {
      const answer = await send(production.address, createPayment, { body: { ticketId: 'nobodys' } }, { cookie, headers: { origin } })
      return `${answer.status} ${answer.body.code}`
    }
    expect(await from(PUBLIC_URL)).toBe('404 ticket_not_found')
    expect(await from(production.address)).toBe('403 wrong_origin')
    expect(await from(`${PUBLIC_URL}.evil.example`)).toBe('403 wrong_origin')
  })

  test('is not checked for reads and for calls of accounts: other sites cannot send a bearer or read the answer', async () => {
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect((await send(app.address, readToken, { query: { phone: demoShopper.mobile } }, { ...demoShopper, ...foreign })).status).toBe(200)
    const answer = await send(app.address, me, {}, { ...(await staffOf(app.address)), ...foreign })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test('gets no permission in a preflight request: no CORS', async () => {
    const ask = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    for (const path of ['/api/information', '/api/auth/login', '/phoenix-cafe', '/docs-assets/js/scalar.js']) {
      const answer = await raw(app.address, 'OPTIONS', path, undefined, { headers: ask })
      expect(answer.status).toBe(404)
      expect([...answer.headers.keys()].filter((key) => key.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('the address that a try counts for', () => {
  /**
   * A stranger uses up the tries of another person's code. Returns the status that the asker's right code gets then. `write` is how the
   * balancer writes an address into the header.
   */
  async function afterStrangersTries(env: Record<string, string>, write = (address: string) => address): Promise<number> {
    const own = await startApp({ env })
    try {
      const mobile = newMobile()
      const from = (address: string) => ({ headers: { 'x-forwarded-for': write(address) } })
      const sent = await send(own.address, sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } }, from('198.51.100.1'))
      const wrong = sent.body.otp === '000000' ? '111111' : '000000'
      for (let i = 0; i < 5; i += 1) await send(own.address, verifyOtp, { body: { mobile, otp: wrong } }, from('198.51.100.2'))
      return (await send(own.address, verifyOtp, { body: { mobile, otp: String(sent.body.otp) } }, from('198.51.100.1'))).status
    } finally {
      await own.stop()
    }
  }

  test('is the forwarded one if the named proxy sends it: the stranger’s tries are not the asker’s', async () => {
    expect(await afterStrangersTries({ TRUST_PROXY: '127.0.0.1' })).toBe(200)
    expect(await afterStrangersTries({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.0/8' })).toBe(200)
  })

  test('is not the forwarded one if no proxy is named or another machine sends it: all tries count for one address', async () => {
    expect(await afterStrangersTries({})).toBe(400)
    expect(await afterStrangersTries({ TRUST_PROXY: '10.0.0.9' })).toBe(400)
  })

  test('is the forwarded one without its port, which is another one for each connection', async () => {
    let port = 40_000
    expect(await afterStrangersTries({ TRUST_PROXY: 'loopback' }, (address) => `${address}:${port++}`)).toBe(200)
    expect(await afterStrangersTries({ TRUST_PROXY: 'loopback' }, () => `198.51.100.3:${port++}`)).toBe(400)
  })

  test('is that of the connection if the proxy forwards no address', async () => {
    let hidden = 0
    expect(await afterStrangersTries({ TRUST_PROXY: 'loopback' }, (address) => `${address}, _hidden${hidden++}`)).toBe(400)
  })
})
