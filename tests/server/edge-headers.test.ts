import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '../../contract/time.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Credentials, call, information, newMobile, staffOf, verifiedShopper } from '../support/people.ts'
import { type ProductionApp, PUBLIC_URL, productionApp } from '../support/production.ts'

/** What goes along with answers (headers, cookies, ids) and what is believed of requests (origin, forwarded addresses). */

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
    ['a wrong shape', 'POST', '/api/auth/login', 400, CLOSED],
    ['an unknown call', 'GET', '/api/nothing', 404, CLOSED],
    ['a shopper screen', 'GET', '/phoenix-cafe', 200, PAGE, browser],
    ['a console screen', 'GET', '/', 200, PAGE, browser],
    ['a page that is nowhere', 'GET', '/no/such/place', 404, PAGE, browser],
    ['a shop that is nowhere', 'GET', '/nobodys-shop', 404, PAGE, browser],
    ['the health page', 'GET', '/health', 200, PAGE, browser],
    ['the health probe', 'GET', '/health', 200, CLOSED],
    ['the reference page', 'GET', '/api/docs', 200, DOCS, browser],
    ['the document', 'GET', '/api/openapi.json', 200, CLOSED],
  ]
  for (const [name, method, path, status, policy, headers] of answers) {
    test(`${name} carries the security headers, its policy, and is kept by nobody`, async () => {
      const answer = await call(app.address, method, path, method === 'POST' ? {} : undefined, { headers: headers ?? {} })
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

  test('has an id of its own, which a caller cannot choose; an error repeats it', async () => {
    const one = await call(app.address, 'GET', '/api/auth/me', undefined, { headers: { 'x-request-id': 'chosen' } })
    const two = await call(app.address, 'GET', '/api/auth/me')
    expect(one.headers.get('x-request-id')).toMatch(UUID)
    expect(one.body.requestId).toBe(one.headers.get('x-request-id'))
    expect(one.body.requestId).not.toBe(two.body.requestId)
  })

  test('says https only, and asks for https, where the public address is https', async () => {
    for (const path of ['/api/shops', '/', '/api/nothing']) {
      const answer = await call(production.address, 'GET', path, undefined, { headers: browser })
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
    const page = await call(production.address, 'GET', '/', undefined, { headers: browser })
    expect(page.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })

  test('each page has a nonce of its own', async () => {
    const nonce = async () =>
      /'nonce-([^']+)'/.exec(
        (await call(app.address, 'GET', '/', undefined, { headers: browser })).headers.get('content-security-policy') ?? '',
      )?.[1]
    expect(await nonce()).not.toBe(await nonce())
  })

  test('the icon and the robots file may be kept for a day', async () => {
    for (const path of ['/favicon.svg', '/robots.txt']) {
      expect((await call(app.address, 'GET', path)).headers.get('cache-control')).toBe('public, max-age=86400')
    }
  })
})

describe('the cookie of the shopper', () => {
  const cookieOf = async (address: string, codeOf: (mobile: string, shown: unknown) => string) => {
    const mobile = newMobile()
    const sent = await call(address, 'POST', '/api/send-otp', { mobile, name: 'Asha', email: 'asha@example.in' })
    const otp = await expect
      .poll(() => codeOf(mobile, sent.body.otp))
      .toMatch(/^\d{6}$/)
      .then(() => codeOf(mobile, sent.body.otp))
    const proved = await call(address, 'POST', '/api/verify-otp', { mobile, otp })
    expect(proved.body).toEqual({ success: true, phone: mobile })
    const cookies = proved.headers.getSetCookie()
    expect(cookies).toHaveLength(1)
    const [pair = '', ...flags] = (cookies[0] ?? '').split('; ')
    expect(pair).toMatch(/^rc_shopper=[\w-]{43}$/)
    return { mobile, cookie: pair, flags: flags.sort() }
  }

  test('is for our own server alone, for 24 hours, out of reach of scripts', async () => {
    const { flags } = await cookieOf(app.address, (_mobile, shown) => String(shown))
    expect(flags).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax'])
  })

  test('travels over https alone where the public address is https', async () => {
    const { flags } = await cookieOf(production.address, (mobile) => production.codeOf(mobile) ?? '')
    expect(flags).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  test('counts for 24 hours by the server’s clock, whatever the browser keeps', async () => {
    const own = await startApp()
    try {
      const { mobile, cookie } = await verifiedShopper(own.address)
      const join = () => call(own.address, 'POST', '/api/information', information({ mobile }, 'lotus-books'), { cookie })
      own.clock.advance(DAY - 5 * SECOND)
      expect((await join()).status).toBe(201)
      own.clock.advance(10 * SECOND)
      expect((await join()).status).toBe(401)
    } finally {
      await own.stop()
    }
  })

  test('is no account: it opens no call of the staff, and a bearer none of the shopper', async () => {
    const shopper = await verifiedShopper(app.address)
    const staff = await staffOf(app.address)
    expect((await call(app.address, 'GET', '/api/get-data/phoenix-cafe', undefined, { cookie: shopper.cookie })).status).toBe(401)
    expect((await call(app.address, 'POST', '/api/information', information(shopper, 'phoenix-cafe'), staff)).status).toBe(401)
    const asCookie = { cookie: `rc_shopper=${staff.bearer}` }
    expect((await call(app.address, 'POST', '/api/information', information(shopper, 'phoenix-cafe'), asCookie)).status).toBe(401)
    const asBearer = { bearer: shopper.cookie.replace('rc_shopper=', '') }
    expect((await call(app.address, 'GET', '/api/auth/me', undefined, asBearer)).status).toBe(401)
  })

  test('a cookie header that cannot be read is no cookie', async () => {
    for (const cookie of [
      'rc_shopper=%E0%A4%A',
      'rc_shopper=',
      'rc_shopper',
      ';;;=;',
      `rc_shopper=${'x'.repeat(5000)}`,
      'rc_shopper=%00',
    ]) {
      expect((await call(app.address, 'GET', '/api/get-token?phone=9876543210', undefined, { cookie })).status).toBe(401)
      expect((await call(app.address, 'GET', '/phoenix-cafe', undefined, { cookie, headers: browser })).status).toBe(200)
    }
  })
})

describe('where a call with the cookie comes from', () => {
  let demoShopper: Credentials & { mobile: string }
  beforeAll(async () => {
    demoShopper = await verifiedShopper(app.address)
  })
  const origins: [string, (own: string) => Record<string, string>, number][] = [
    ['our own page', (own) => ({ origin: own }), 200],
    ['another site’s page', () => ({ origin: 'https://evil.example' }), 403],
    ['a page without an origin of its own', () => ({ origin: 'null' }), 403],
    ['our host under another scheme', (own) => ({ origin: own.replace('http:', 'https:') }), 403],
    ['our host on another port', (own) => ({ origin: own.replace(/:\d+$/, ':1') }), 403],
    ['a host that begins like ours', (own) => ({ origin: own.replace(/:\d+$/, '.evil.example') }), 403],
    ['a program that says nothing', () => ({}), 200],
    ['a browser that says only: from another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['a browser that says only: from a neighbouring site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['a browser that says only: from the same origin', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
  ]
  for (const [name, headers, status] of origins) {
    test(`${name} → ${status}`, async () => {
      await call(app.address, 'POST', '/api/information', information(demoShopper, 'phoenix-cafe'), demoShopper)
      const who = { ...demoShopper, headers: headers(app.address) }
      const answer = await call(app.address, 'POST', '/api/information', information(demoShopper, 'phoenix-cafe'), who)
      expect([answer.status, answer.body.code]).toEqual([status, status === 403 ? 'wrong_origin' : undefined])
    })
  }

  test('in production our own page is the public address, and nothing that merely has the same Host', async () => {
    const mobile = newMobile()
    await call(production.address, 'POST', '/api/send-otp', { mobile, name: 'Asha', email: 'asha@example.in' })
    await expect.poll(() => production.codeOf(mobile)).toBeDefined()
    const proved = await call(production.address, 'POST', '/api/verify-otp', { mobile, otp: production.codeOf(mobile) })
    const cookie = proved.headers.get('set-cookie')?.split(';')[0] ?? ''
    const from = async (origin: string) => {
      const answer = await call(production.address, 'POST', '/api/payments', { ticketId: 'nobodys' }, { cookie, headers: { origin } })
      return `${answer.status} ${answer.body.code}`
    }
    expect(await from(PUBLIC_URL)).toBe('404 ticket_not_found')
    expect(await from(production.address)).toBe('403 wrong_origin')
    expect(await from(`${PUBLIC_URL}.evil.example`)).toBe('403 wrong_origin')
  })

  test('reading and calls of accounts ask for no origin: other sites cannot send a bearer, and read no answer', async () => {
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect(
      (await call(app.address, 'GET', `/api/get-token?phone=${demoShopper.mobile}`, undefined, { ...demoShopper, ...foreign })).status,
    ).toBe(200)
    const answer = await call(app.address, 'GET', '/api/auth/me', undefined, { ...(await staffOf(app.address)), ...foreign })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test('a browser that asks beforehand is told of no way: no CORS', async () => {
    const ask = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    for (const path of ['/api/information', '/api/auth/login', '/phoenix-cafe', '/docs-assets/js/scalar.js']) {
      const answer = await call(app.address, 'OPTIONS', path, undefined, { headers: ask })
      expect(answer.status).toBe(404)
      expect([...answer.headers.keys()].filter((key) => key.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('whose address counts', () => {
  /** A stranger uses up the tries of a code that somebody else has asked for; answers what the asker's right code gets then. */
  async function afterStrangersTries(env: Record<string, string>): Promise<number> {
    const own = await startApp({ env })
    try {
      const mobile = newMobile()
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
      const sent = await call(
        own.address,
        'POST',
        '/api/send-otp',
        { mobile, name: 'Asha', email: 'asha@example.in' },
        from('198.51.100.1'),
      )
      const wrong = sent.body.otp === ('000000' as never) ? '111111' : '000000'
      for (let i = 0; i < 5; i += 1) await call(own.address, 'POST', '/api/verify-otp', { mobile, otp: wrong }, from('198.51.100.2'))
      return (await call(own.address, 'POST', '/api/verify-otp', { mobile, otp: sent.body.otp }, from('198.51.100.1'))).status
    } finally {
      await own.stop()
    }
  }

  test('a forwarded address is believed from the named proxy: the stranger’s tries are not the asker’s', async () => {
    expect(await afterStrangersTries({ TRUST_PROXY: '127.0.0.1' })).toBe(200)
    expect(await afterStrangersTries({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.0/8' })).toBe(200)
  }, 60_000)

  test('without a named proxy, or from another address than its, it is not: all tries come from one', async () => {
    expect(await afterStrangersTries({})).toBe(400)
    expect(await afterStrangersTries({ TRUST_PROXY: '10.0.0.9' })).toBe(400)
  }, 60_000)
})
