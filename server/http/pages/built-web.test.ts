import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, brotliCompressSync as packBrotli, gzipSync as packGzip } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtWeb } from './built-web.ts'
import type { WebAssets } from './page.ts'

const SCRIPT = 'export const carpet = "red"'
const root = mkdtempSync(join(tmpdir(), 'red-carpet-built-'))
let app: FastifyInstance
let web: WebAssets

beforeAll(async () => {
  const scripts = join(root, 'dist/client/static/js')
  mkdirSync(scripts, { recursive: true })
  mkdirSync(join(root, 'dist/ssr'))
  writeFileSync(
    join(root, 'dist/ssr/shopper.js'),
    'export const render = () => ({}); export const afterPaint = "load()"; export const comeBack = "again()"',
  )
  const entry = (wing: string) => ({ file: `static/js/${wing}.js`, imports: ['_core'] })
  for (const wing of ['shopper', 'console']) {
    const manifest = { [`web/${wing}/main.tsx`]: entry(wing), _core: { file: 'static/js/core.js' } }
    writeFileSync(join(root, `dist/client/${wing}.json`), JSON.stringify(manifest))
  }
  writeFileSync(join(scripts, 'a-1234.js'), SCRIPT)
  writeFileSync(join(scripts, 'a-1234.js.br'), packBrotli(SCRIPT))
  writeFileSync(join(scripts, 'a-1234.js.gz'), packGzip(SCRIPT))
  app = fastify()
  web = builtWeb(root)
  await app.register((scope) => web.register(scope))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const file = (headers: Record<string, string> = {}) => app.inject({ url: '/static/js/a-1234.js', headers })

test('a file of the build is sent as the build compressed it, brotli first', async () => {
  const brotli = await file({ 'accept-encoding': 'gzip, deflate, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
  const gzip = await file({ 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
  const plain = await file()
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.payload).toBe(SCRIPT)
})

test('a browser keeps a file of the build for a year without asking again, each compression separately', async () => {
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { statusCode, headers } = await file({ 'accept-encoding': accepted })
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding')
  }
})

test('a shopper screen loads its files after the paint, a console screen at once, and both try again if they do not arrive', async () => {
  const shopper = await web.head({ wing: 'shopper', locale: 'en', screen: 'token' }, 'n')
  const again = /^<script nonce="n" data-sentence="This page did not load completely\.[^"]*">again\(\)<\/script>/
  expect(shopper).toMatch(again)
  expect(shopper.replace(again, '')).toBe(
    '<script nonce="n" data-entry="/static/js/shopper.js" data-files="/static/js/core.js">load()</script>',
  )
  const console = await web.head({ wing: 'console', locale: 'en', screen: null }, 'n')
  expect(console).toMatch(again)
  expect(console).toContain('<link rel="modulepreload" href="/static/js/core.js">')
  expect(console).toContain('<script type="module" src="/static/js/console.js" nonce="n"></script>')
})
