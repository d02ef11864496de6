import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMalls } from '#contract/office/form-calls.ts'
import { readToken } from '#contract/queue/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { transaction } from '#server/db/transaction.ts'
import { openLog } from '#server/kit/log.ts'
import { send } from '#tests/support/calls/client.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'
import { testServer } from '#tests/support/server/test-server.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const METRICS_TOKEN = 'a token for the metrics'

let app: TestApp
let guarded: TestApp
beforeAll(async () => {
  app = await startApp()
  guarded = await startApp({ env: { METRICS_TOKEN, LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await app.stop()
  await guarded.stop()
})

async function read(address: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address + path, { headers })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text(), headers: answer.headers }
}

describe('probes', () => {
  test('/health and /version are plain text for programs', async () => {
    expect(await read(app.address, '/health')).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8', text: 'OK' })
    expect(await read(app.address, '/version')).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8', text: `v${version}` })
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('/health and /version are designed pages for browsers', async () => {
    for (const path of ['/health', '/version']) {
      const page = await read(app.address, path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
      expect(page.text).toMatch(/^<!doctype html>/)
    }
  })

  test('/ready is OK while the database answers, and 503 with Retry-After when it does not; /health stays OK', async () => {
    const own = await startApp({ env: { LOG_LEVEL: 'silent' } })
    try {
      expect(await read(own.address, '/ready')).toMatchObject({ status: 200, text: 'OK' })
      await takeAway(own.database)
      const gone = await read(own.address, '/ready')
      expect(gone.status).toBe(503)
      expect(JSON.parse(gone.text)).toMatchObject({
        success: false,
        code: 'unavailable',
        message: 'We’ll be back in a moment. Please try again.',
      })
      expect(gone.headers.get('retry-after')).toBe('2')
      expect((await read(own.address, '/health')).text).toBe('OK')
      const asked = await send(own.address, listMalls)
      expect(asked.status, 'a call fails in the envelope').toBeGreaterThanOrEqual(500)
      expect(asked.body).toMatchObject({ success: false, message: expect.stringMatching(/^(?:Something went wrong|We’ll be back)/) })
    } finally {
      await own.stop()
    }
  })

  test('/ready answers 503 while the database is silent, long before the pool gives up, and is OK again at its first answer', async () => {
    const own = await startApp({ env: { LOG_LEVEL: 'silent' } })
    const silence = Promise.withResolvers<void>()
    try {
      const most = own.database.engine === 'pglite' ? 1 : 16
      const kept = Array.from({ length: most }, () => transaction(own.database.db, () => silence.promise))
      // The pool of PostgreSQL itself gives up after 15 s, the embedded engine never.
      const poolGivesUp = AbortSignal.timeout(15_000)
      const answers = await Promise.all([1, 2, 3].map(() => read(own.address, '/ready')))
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
      expect(poolGivesUp.aborted).toBe(false)
      silence.resolve()
      await Promise.all(kept)
      expect(await eventually(async () => ((await read(own.address, '/ready')).status === 200 ? true : undefined))).toBe(true)
    } finally {
      silence.resolve()
      await own.stop()
    }
  })

  test('leave no line in the log when the answer is good', async () => {
    const lines: string[] = []
    const own = await startApp({ log: openLog('info', { write: (line) => void lines.push(line) }) })
    try {
      for (const path of ['/health', '/ready', '/version', '/metrics']) expect((await read(own.address, path)).status).toBe(200)
      await read(own.address, listMalls.path)
      const addresses = lines.flatMap((line) => (JSON.parse(line) as { req?: { url: string } }).req?.url ?? [])
      expect(addresses).toEqual([listMalls.path])
    } finally {
      await own.stop()
    }
  })
})

/** Closes the embedded database while the product runs, or ends all connections and allows no new ones. */
async function takeAway(database: TestApp['database']): Promise<void> {
  if (database.engine === 'pglite') return database.close()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const name = pg.escapeIdentifier(rows[0]?.name ?? '')
  const admin = new pg.Client({ connectionString: testServer })
  await admin.connect()
  await admin.query(`alter database ${name} with allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [rows[0]?.name])
  await admin.end()
}

describe('/metrics', () => {
  test('without a token is only for this host, and not through a balancer', async () => {
    const own = await read(app.address, '/metrics')
    expect(own.status).toBe(200)
    expect(own.text).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} \d+$/m)
    expect(own.text).toMatch(/^live_sockets 0$/m)
    for (const header of ['x-forwarded-for', 'forwarded']) {
      expect((await read(app.address, '/metrics', { [header]: 'for=127.0.0.1' })).status).toBe(403)
    }
    const elsewhere = await app.running.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([403, 'forbidden'])
  })

  test('with a token is only for callers that send it, from any address', async () => {
    const from = (authorization: string) =>
      guarded.running.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: { authorization } })
    expect((await from(`Bearer ${METRICS_TOKEN}`)).statusCode).toBe(200)
    for (const wrong of ['', 'Bearer', METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`, `bearer ${METRICS_TOKEN}`, 'Bearer undefined']) {
      expect((await from(wrong)).statusCode, wrong).toBe(403)
    }
    expect((await read(guarded.address, '/metrics')).status, 'this host must send it too').toBe(403)
  })

  test('names routes, never the addresses that were called', async () => {
    await send(app.address, readPass, { id: 'somebodys-ticket' })
    await send(app.address, readToken, { query: { phone: '9812345670' } })
    const { text } = await read(app.address, '/metrics')
    expect(text).toContain(`route="${readPass.path}"`)
    expect(text).not.toMatch(/somebodys-ticket|9812345670/)
  })
})
