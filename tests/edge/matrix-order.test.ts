import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsByName } from '#contract/calls.ts'
import { completeTicket } from '#contract/desk/ticket-calls.ts'
import { readConfig } from '#server/config.ts'
import { type App, buildApp } from '#server/http/app.ts'
import { openVault } from '#server/kit/hash.ts'
import { openLog } from '#server/kit/log.ts'
import { type Credentials, raw } from '#tests/support/calls/client.ts'
import { addRivals, introductions, SHOP, subjectAt } from '#tests/support/people/callers.ts'
import { staffOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { productionApp } from '#tests/support/server/production.ts'

/** If a call breaks several rules, the first in this order counts: 429 → 401 → role 403 → 400 → tenant 404/403 → 409. */

let app: TestApp
let staff: Credentials
let rival: Credentials
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  staff = await staffOf(app.address)
  rival = await introductions(app.address)('staff of another shop')
})
afterAll(() => app.stop())

const post = async (path: string, body: unknown, who: Credentials = {}) => {
  const answer = await raw(app.address, 'POST', path, body, who)
  return `${answer.status} ${answer.body.code ?? ''}`
}

const brokenJson = '{"half":'
const asJson = { 'content-type': 'application/json' }

describe('the order of checks', () => {
  test('too many requests are refused before everything else: 429, not 401, 400 or 404', async () => {
    const production = await productionApp()
    try {
      const from = (remoteAddress: string) =>
        production.running.app.inject({
          method: 'POST',
          url: '/api/tickets/nobodys/call',
          remoteAddress,
          headers: asJson,
          payload: brokenJson,
        })
      for (let i = 0; i < 1200; i += 1) expect((await from('203.0.113.7')).statusCode).toBe(401)
      const refused = await from('203.0.113.7')
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect((await from('203.0.113.8')).statusCode, 'each address counts separately').toBe(401)
    } finally {
      await production.stop()
    }
  })

  test('a caller who is not signed in is refused before the body or the ticket is read: 401, not 400 or 404', async () => {
    expect(await post('/api/tickets/nobodys/call', brokenJson, { headers: asJson })).toBe('401 not_signed_in')
    expect(await post('/api/tickets/nobodys/call', '', { headers: { 'content-type': 'text/plain' } })).toBe('401 not_signed_in')
    expect(await post('/api/payments', { ticketId: 5 })).toBe('401 not_verified')
    expect(await post('/api/information', 'x'.repeat(70_000), { headers: asJson })).toBe('401 not_verified')
  })

  test('a role that the call does not let in is refused before the body is read: 403, not 400', async () => {
    const guard = await guardOnly()
    try {
      const as = async (headers: Record<string, string>, payload: string) => {
        const answer = await guard.inject({ method: 'POST', url: '/api/tickets/nobodys/call', headers: { ...asJson, ...headers }, payload })
        return `${answer.statusCode} ${answer.json().code ?? ''}`
      }
      expect(await as({}, brokenJson)).toBe('401 not_signed_in')
      expect(await as({ authorization: 'Bearer visitor' }, brokenJson)).toBe('403 forbidden')
      expect(await as({ authorization: 'Bearer staff' }, brokenJson)).toBe('400 invalid_json')
      expect(await as({ authorization: 'Bearer staff' }, '{}')).toBe('200 ')
    } finally {
      await guard.close()
    }
  })

  test('a cookie from another site’s page is refused before the body is read: 403, not 400', async () => {
    const { shopper } = await subjectAt(app.address, 'verified')
    const foreign = { ...shopper, headers: { ...asJson, origin: 'https://evil.example' } }
    expect(await post('/api/payments', brokenJson, foreign)).toBe('403 wrong_origin')
    expect(await post('/api/payments', brokenJson, { ...shopper, headers: asJson })).toBe('400 invalid_json')
  })

  test('a body of the wrong shape is refused before a foreign shop or ticket: 400, not 403 or 404', async () => {
    const { ticketId, mobile } = await subjectAt(app.address, 'called')
    expect(await post(`/api/tickets/${ticketId}/call`, ['call'], rival)).toBe('400 invalid_input')
    expect(await post(`/api/tickets/${ticketId}/call`, {}, rival)).toBe('404 ticket_not_found')
    const countdown = { phoneNumber: mobile, shopId: SHOP }
    expect(await post('/api/start-countdown', { ...countdown, duration: 3601 }, rival)).toBe('400 invalid_input')
    expect(await post('/api/start-countdown', { ...countdown, duration: 3600 }, rival)).toBe('403 forbidden')
    expect(await post('/api/send-message', { number: '' }, rival)).toBe('400 empty_number')
  })

  test('a foreign shop or ticket is refused before its state is checked: 403 or 404, not 409', async () => {
    const waiting = await subjectAt(app.address, 'waiting')
    expect(await post(`/api/tickets/${waiting.ticketId}/complete`, {}, rival)).toBe('404 ticket_not_found')
    expect(await post(`/api/tickets/${waiting.ticketId}/complete`, {}, staff)).toBe('409 wrong_state')
    const countdown = { phoneNumber: waiting.mobile, shopId: SHOP, duration: 60 }
    expect(await post('/api/start-countdown', countdown, rival)).toBe('403 forbidden')
    expect(await post('/api/start-countdown', countdown, staff)).toBe('409 not_called')
    const other = await subjectAt(app.address, 'verified')
    expect(await post('/api/payments', { ticketId: waiting.ticketId }, other.shopper)).toBe('404 ticket_not_found')
    expect(await post('/api/payments', { ticketId: waiting.ticketId }, waiting.shopper)).toBe('409 nothing_to_pay')
  })
})

describe('policies', () => {
  test('every call of the matrix is a route of the server', () => {
    const missing = Object.keys(callsByName).filter((name) => {
      const [method = '', url = ''] = name.split(' ')
      return !app.running.app.hasRoute({ method: method as 'GET' | 'POST', url })
    })
    expect(missing).toEqual([])
  })

  test('a route without a policy stops the server from starting', async () => {
    await expect(guardOnly((own) => own.get('/api/forgotten', async () => 'open to anyone'))).rejects.toThrow(
      'the route GET /api/forgotten has no policy: it is not in contract/calls.ts',
    )
    await expect(guardOnly((own) => own.delete('/api/display/:id', async () => 'open to anyone'))).rejects.toThrow(
      'the route DELETE /api/display/:id has no policy',
    )
    const inside = guardOnly((own) => own.register(async (scope) => scope.get('/forgotten', async () => 'open'), { prefix: '/api/inner' }))
    await expect(inside).rejects.toThrow('the route GET /api/inner/forgotten has no policy')
  })

  test('nothing outside /api changes anything: pages and probes are read only', async () => {
    for (const path of ['/', `/${SHOP}`, '/health', '/ready', '/version', '/metrics', '/favicon.ico', '/docs-assets/js/scalar.js']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        expect((await raw(app.address, method, path, {})).status, `${method} ${path}`).toBe(404)
      }
    }
  })
})

const missing = async (): Promise<never> => {
  throw new Error('this app has no database')
}

/** The HTTP side, with one guarded route of the matrix or the given ones. Its accounts: staff, and a role that no call admits. */
async function guardOnly(routes?: (app: App) => void): Promise<App> {
  const account = (role: string) => ({
    account: { id: role, name: role, email: `${role}@example.in`, role: role as 'staff' },
    mallIds: [],
    shopIds: [],
    sessionId: role,
    tenant: null,
    from: '',
  })
  const own = await buildApp({
    config: readConfig({ PORT: '0', SECRET_KEY: 'a key for tests, not for anybody else' }, []),
    log: openLog('silent'),
    counts: null,
    vault: openVault('a key for tests, not for anybody else'),
    callers: {
      account: async (bearer) => (['staff', 'visitor'].includes(bearer) ? account(bearer) : null),
      shopper: async () => null,
    },
    keys: { claim: missing, keep: missing, release: missing },
    upgrades: () => false,
    routes:
      routes ??
      ((app) =>
        void app.post('/api/tickets/:id/call', { schema: { params: completeTicket.params, body: completeTicket.body } }, async () => ({}))),
  })
  await own.ready()
  return own
}
