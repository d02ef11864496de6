import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { login } from '#contract/sign-in/calls.ts'
import { sendLoosely } from '#tests/support/calls/client.ts'
import { eventually } from '#tests/support/server/app.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'
import { type TestRedis, testRedis } from '#tests/support/server/redis.ts'

/** Several nodes count these limits together in Redis; some limits remain while Redis is away. */

/** Logins a minute from one address, in production. */
const LIMIT = 30

let redis: TestRedis
let nodes: ProductionApp[]
let visitors = 0
function newVisitor() {
  visitors += 1
  return { headers: { 'x-forwarded-for': `203.0.113.${visitors}` } }
}

/** Sends invalid logins, each to the next node; counts the answers by status: 400 for an invalid one, 429 for one too many. */
async function tryOften(times: number, visitor = newVisitor()): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  for (let i = 0; i < times; i += 1) {
    const { status } = await sendLoosely(nodes[i % nodes.length]?.address ?? '', login, {}, visitor)
    seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}

const countTogether = () => eventually(async () => ((await tryOften(LIMIT + 2))[429] === 2 ? true : undefined))

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

  test('is counted by each node alone before Redis is up, and by all nodes together afterwards', async () => {
    expect(await tryOften(2 * LIMIT + 4)).toEqual({ 400: 2 * LIMIT, 429: 4 })
    await redis.start()
    await countTogether()
    const visitor = newVisitor()
    expect(await tryOften(LIMIT + 6, visitor)).toEqual({ 400: LIMIT, 429: 6 })
    const refused = await sendLoosely(nodes[0]?.address ?? '', login, {}, visitor)
    expect(refused.body).toMatchObject({ success: false, code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await sendLoosely(nodes[1]?.address ?? '', login, {}, newVisitor())).status, 'another visitor can go on').toBe(400)
  })

  test('is counted by each node alone while Redis is down, and together again when it is back', async () => {
    await redis.kill()
    expect(await tryOften(2 * LIMIT + 4)).toEqual({ 400: 2 * LIMIT, 429: 4 })
    await redis.start()
    await countTogether()
  })

  test('does not delay requests when Redis hangs', async () => {
    redis.freeze()
    expect(await tryOften(2 * LIMIT + 4)).toEqual({ 400: 2 * LIMIT, 429: 4 })
    await redis.kill()
    await redis.start()
    await countTogether()
  })
})
