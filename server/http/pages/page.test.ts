import { gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/base/errors.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { limitRates } from '#server/http/edge/rate-limit.ts'
import { openVault } from '#server/kit/hash.ts'
import { type Opening, pieces } from './manifest.ts'
import { servePages, wantsHtml } from './page.ts'
import { checkoutHeaders, pagePolicy } from './page-policy.ts'

const missing: FirstData = {
  screen: 'missing',
  locale: 'en',
  storefront: null,
  entrance: null,
  pass: null,
  verified: false,
  demo: true,
  counter: null,
  serverTime: 1,
}
const entrance: FirstData = {
  ...missing,
  screen: 'entrance',
  entrance: {
    kind: 'mall',
    mall: { id: 'm', slug: 'm', title: 'A </script><b>', description: '"><i>', image: null },
    shops: [],
    tickets: [],
    demo: true,
  },
}

let app: FastifyInstance
const opened: Opening[] = []

beforeAll(async () => {
  app = fastify()
  limitRates(app, null, openVault('a key for tests, not for anybody else'))
  await app.register(cookie)
  app.get('/health', async (request) => (wantsHtml(request) ? 'a page' : 'OK'))
  servePages(app, {
    web: {
      register: async () => {},
      render: async (data) => ({
        html: `<h1>${data.screen}</h1>`,
        css: 'h1{color:red}',
        keepEarly: 'keepEarly()',
        title: data.entrance?.mall.title ?? data.screen,
      }),
      renderPaper: async ({ paper }) => ({ html: '', css: '', title: paper?.number ?? 'missing' }),
      head: async (opening, nonce) => {
        opened.push(opening)
        return `<script nonce="${nonce}"></script>`
      },
    },
    consolePath: async (path) => path.replace('/a-slug/', '/its-id/'),
    firstData: async (_request, { id }) => {
      if (id === 'boom') throw new Error('select * from secret')
      if (id === 'busy') throw new Refusal('unavailable', { retryAfterSeconds: 2 })
      if (id === 'paid') return { redirect: '/paid/token' }
      return id === 'm' ? entrance : missing
    },
    receipts: { read: async () => null, draw: async () => Buffer.alloc(0) },
    demo: true,
    publicUrl: 'https://queue.example.in',
  })
  await app.ready()
})
afterAll(() => app.close())

const page = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } })

test('a shopper screen is complete: html, inline style, and first data that no name can break out of', async () => {
  const answer = await page('/m')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<div id="root"><h1>entrance</h1></div>')
  expect(answer.body).toContain('<title>A &lt;/script&gt;&lt;b&gt;</title>')
  expect(answer.body).toContain('content="&quot;&gt;&lt;i&gt;"')
  const data = /<script id="first-data"[^>]*>(.*?)<\/script>/.exec(answer.body)?.[1] ?? ''
  expect(JSON.parse(data)).toEqual(entrance)
  // Presses are recorded from the first painted button on.
  expect(answer.body).toMatch(/<script nonce="[^"]+">keepEarly\(\)<\/script><div id="root">/)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(opened.at(-1)).toEqual({ wing: 'shopper', locale: 'en', screen: 'entrance' })
})

test('every inline element carries the nonce of the policy, and each page gets a new nonce', async () => {
  const [one, two] = [await page('/m'), await page('/m')]
  const nonceOf = (answer: typeof one) => /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1] ?? 'none'
  expect(nonceOf(one)).not.toBe(nonceOf(two))
  for (const tag of one.body.match(/<(?:script|style)\b[^>]*>/g) ?? []) expect(tag).toContain(`nonce="${nonceOf(one)}"`)
  expect(one.headers['content-security-policy']).not.toContain('unsafe')
  expect(one.headers['content-security-policy']).toContain('upgrade-insecure-requests')
})

test('a vendor may run its checkout only on pages whose policy names it', () => {
  const [script, frame] = [['https://script.example'], ['https://frame.example']]
  const policy = pagePolicy('n', [{ script, frame, connect: ['https://calls.example'], form: [] }])
  expect(policy).toContain("script-src 'self' 'nonce-n' https://script.example;")
  expect(policy).toContain('frame-src https://frame.example;')
  expect(policy).toContain("connect-src 'self' https://calls.example;")
  expect(policy).toContain("form-action 'self';")
  expect(pagePolicy('n')).not.toContain('frame-src')
  expect(pagePolicy('n')).not.toContain('unsafe')
  // Its windows may know their opener, and its frames may ask for a payment.
  expect(checkoutHeaders([{ script, frame, connect: [], form: [] }])).toEqual({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self "https://frame.example")',
  })
  expect(checkoutHeaders([])).toEqual({})
})

test('an unknown address is 404 with a designed page', async () => {
  expect((await page('/nobody')).statusCode).toBe(404)
  const console = await page('/no/such/place')
  expect(console.statusCode).toBe(404)
  expect(console.body).toContain('<html lang="en" data-demo>')
  expect(console.body).toContain('<div id="root"></div>')
})

test('console screens are 200, in the language of the browser', async () => {
  for (const path of ['/', '/version', '/m/counter', '/branddashboard2/m']) expect((await page(path)).statusCode).toBe(200)
  expect((await page('/', { 'accept-language': 'hi-IN,hi' })).body).toContain('<html lang="hi"')
})

test('a person who belongs on another screen is redirected there', async () => {
  const answer = await page('/paid/paymentpage')
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/paid/token'])
})

test('a console screen of a shop is opened by its slug too, and only there the first segment is one', async () => {
  const answer = await page('/a-slug/counter?x=1')
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/its-id/counter?x=1'])
  expect((await page('/shop/a-slug/money')).statusCode).toBe(200)
})

test('a failure is a page too, and reveals nothing', async () => {
  const answer = await page('/boom')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).toContain('Something went wrong')
  expect(answer.body).not.toContain('secret')
  const busy = await page('/busy')
  expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '2'])
})

test('an address that was typed from paper leads to the screen that was meant, with its query', async () => {
  for (const [typed, meant] of [
    ['/Phoenix-Cafe', '/phoenix-cafe'],
    ['/PHOENIX-CAFE?counter=c2', '/phoenix-cafe?counter=c2'],
    ['/phoenix-cafe.', '/phoenix-cafe'],
    ['/phoenix-cafe).?counter=C2&x=%20', '/phoenix-cafe?counter=C2&x=%20'],
    ['/phoenix%20cafe/', '/phoenix-cafe'],
    ['/phoenix%E2%80%93cafe%E2%80%8B', '/phoenix-cafe'],
    ['/phoenix_cafe/Token', '/phoenix-cafe/token'],
    ['/%EF%BD%90hoenix-cafe', '/phoenix-cafe'],
    ['/phoenix-cafe/Counter', '/phoenix-cafe/counter'],
    ['/Display?shop=phoenix-cafe', '/display?shop=phoenix-cafe'],
    ['/Display.', '/display'],
    ['/%22phoenix-cafe%22', '/phoenix-cafe'],
    ['/(phoenix-cafe)/-token', '/phoenix-cafe/token'],
    ['/phoenix-caf%C3%A9', '/phoenix-cafe'],
    ['/phoenix-cafe&counter=c2', '/phoenix-cafe'],
    ['/%2F%2FEvil', '/evil'],
    ['/Shop/%0D%0Ax', '/shop/x'],
  ] as const) {
    const answer = await page(typed)
    expect([answer.statusCode, answer.headers.location], typed).toEqual([303, meant])
  }
  for (const typed of ['/phoenix.cafe', '/%D0%BA%D0%B0%D1%84%D0%B5', '/Phoenix/Cafe', '//evil.example', '/Shop/%D0%BA']) {
    const answer = await page(typed)
    expect([answer.statusCode, answer.headers['content-type']], typed).toEqual([404, 'text/html; charset=utf-8'])
  }
})

test('programs get a JSON 404, and browsers get a page where programs get plain text', async () => {
  for (const path of ['/api/nothing', '/static/gone.js']) expect((await page(path)).headers['content-type']).toContain('application/json')
  expect((await app.inject('/wp-login.php')).headers['content-type']).toContain('application/json')
  expect((await app.inject('/health')).body).toBe('OK')
  expect((await page('/health')).body).toBe('a page')
})

test('the icon and robots.txt have fixed addresses', async () => {
  expect((await page('/favicon.ico')).headers['content-type']).toBe('image/svg+xml')
  expect((await page('/robots.txt')).body).toContain('Disallow: /api/')
})

test('pages are compressed for browsers that accept it', async () => {
  const plain = (await page('/m')).body
  const packed = await page('/m', { 'accept-encoding': 'gzip, deflate, br' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  const nonce = / nonce="[^"]+"/g
  expect(gunzipSync(packed.rawPayload).toString().replace(nonce, '')).toBe(plain.replace(nonce, ''))
  expect((await page('/m')).headers['content-encoding']).toBeUndefined()
})

test('the pieces of a first screen: entry, what it imports, its own chunk and language, each once', () => {
  const manifest = {
    _react: { file: 'react.js' },
    'texts/en/shopper.ts': { file: 'en.js', isDynamicEntry: true },
    'texts/hi/shopper.ts': { file: 'hi.js', isDynamicEntry: true },
    '_screen-token.js': { file: 'token.js', name: 'screen-token', imports: ['_react'] },
    '_screen-payment.js': { file: 'payment.js', name: 'screen-payment' },
    'web/shopper/main.tsx': { file: 'main.js', isEntry: true, imports: ['_react'], css: ['a.css'] },
  }
  const token = pieces(manifest, { wing: 'shopper', locale: 'hi', screen: 'token' })
  expect(token).toEqual({ entry: 'main.js', scripts: ['main.js', 'react.js', 'token.js', 'hi.js'], styles: ['a.css'] })
  expect(() => pieces(manifest, { wing: 'console', locale: 'en', screen: null })).toThrow('no web/console/main.tsx')
})
