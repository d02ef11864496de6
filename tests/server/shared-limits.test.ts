import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../support/app.ts'
import { call } from '../support/people.ts'
import { type ProductionApp, productionApp } from '../support/production.ts'
import { type TestRedis, testRedis } from '../support/redis.ts'

/** Limits that several nodes keep together, in Redis; and what is left of them while Redis is away. */

/** Logins a minute from one address, in production. */
const LIMIT = 30

let redis: TestRedis
let nodes: ProductionApp[]
let visitors = 0
/** An address that nobody has come from before. */
function newVisitor() {
  visitors += 1
  return { headers: { 'x-forwarded-for': `203.0.113.${visitors}` } }
}

/** Logins that cannot be read, each at the next node: refused as such, or for being too many. */
async function tryOften(times: number, visitor = newVisitor()): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  for (let i = 0; i < times; i += 1) {
    const { status } = await call(nodes[i % nodes.length]?.address ?? '', 'POST', '/api/auth/login', {}, visitor)
    seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}

/** Waits until the nodes count together. */
const countTogether = () => eventually(async () => ((await tryOften(LIMIT + 2))[429] === 2 ? true : undefined), 15_000)

describe.skipIf(inject('engine') !== 'postgres')('a limit of several nodes', () => {
  beforeAll(async () => {
    redis = await testRedis()
    // Redis is not there yet: a node starts without it.
    nodes = await Promise.all(
      [0, 1].map(() => productionApp({ env: { REDIS_URL: redis.url, LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' } })),
    )
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await redis.cleanUp()
  })

  test('is each node’s own while Redis has not come yet, and the limit of all once it has', async () => {
    expect(await tryOften(2 * LIMIT + 4)).toEqual({ 400: 2 * LIMIT, 429: 4 })
    await redis.start()
    await countTogether()
    const visitor = newVisitor()
    expect(await tryOften(LIMIT + 6, visitor)).toEqual({ 400: LIMIT, 429: 6 })
    const refused = await call(nodes[0]?.address ?? '', 'POST', '/api/auth/login', {}, visitor)
    expect(refused.body).toMatchObject({ success: false, code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await call(nodes[1]?.address ?? '', 'POST', '/api/auth/login', {}, newVisitor())).status, 'another visitor is free').toBe(400)
  })

  test('is each node’s own again when Redis is killed, and whole again when it comes back', async () => {
    await redis.kill()
    expect(await tryOften(2 * LIMIT + 4)).toEqual({ 400: 2 * LIMIT, 429: 4 })
    await redis.start()
    await countTogether()
  })

  test('does not hold requests up where Redis hangs', async () => {
    redis.freeze()
    expect(await tryOften(2 * LIMIT + 4)).toEqual({ 400: 2 * LIMIT, 429: 4 })
    await redis.kill()
    await redis.start()
    await countTogether()
  })
})
