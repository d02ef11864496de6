import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readMall } from '#contract/office/form-calls.ts'
import { hasPooler, makePooler, type Pooler } from '#scripts/servers/pooler.ts'
import { openDatabase } from '#server/db/open.ts'
import { behindWall, transaction } from '#server/db/transaction.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { send } from '#tests/support/calls/client.ts'
import { follow } from '#tests/support/people/following.ts'
import { ownerOf, paidShopper } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'
import { testServer } from '#tests/support/server/test-server.ts'

/** PgBouncer in transaction mode gives each transaction any connection to the server. */

/** A shop that charges a fee and whose queue is empty at first. */
const shop = 'royal-sarees'

/** How long a transaction may wait for a connection of the pooler. */
const WAIT = 'query_wait_timeout = 5'

describe.skipIf(inject('engine') !== 'postgres' || !hasPooler())('behind a pooler', () => {
  let data: TestDatabase
  let pooler: Pooler
  /** Silently drops the options of a connection, as some poolers are configured to do. */
  let careless: Pooler
  let url: string
  beforeAll(async () => {
    data = await testDatabase()
    url = data.url ?? ''
    pooler = await makePooler(testServer, { more: WAIT })
    careless = await makePooler(testServer, {
      more: `${WAIT}\nignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout`,
    })
    await Promise.all([pooler.start(), careless.start()])
  })
  afterAll(async () => {
    await Promise.all([pooler.cleanUp(), careless.cleanUp()])
    await data.cleanUp()
  })

  test('a transaction has its time limits and its role, and leaves neither on the connection', async () => {
    const database = await openDatabase({ url: pooler.to(url), sessionUrl: url })
    const session = sql<{ role: string; limit: string; idle: string }>`
      select current_user as role, current_setting('statement_timeout') as limit, current_setting('idle_in_transaction_session_timeout') as idle`
    try {
      const outside = (await session.execute(database.db)).rows[0]
      for (const isolation of [undefined, 'repeatable read'] as const) {
        const walled = behindWall(database.db, { accountId: 'nobody', mallIds: [] })
        const inside = await transaction(walled, async (tx) => (await session.execute(tx)).rows[0], isolation ? { isolation } : {})
        expect(inside).toEqual({ role: 'rc_tenant', limit: '30s', idle: '30s' })
      }
      // As many at the same time as the pooler has connections, so that each connection is checked.
      const asked = Array.from({ length: 4 }, () => session.execute(database.db))
      for (const { rows } of await Promise.all(asked)) expect(rows[0]).toEqual(outside)
    } finally {
      await database.close()
    }
  })

  test('an address that leads through a pooler is refused if a session is needed, whether the pooler says so or not', async () => {
    for (const through of [pooler, careless]) {
      await expect(openDatabase({ url: through.to(url) })).rejects.toThrow('DATABASE_URL leads through a pooler')
      await expect(openDatabase({ url: through.to(url), sessionUrl: through.to(url) })).rejects.toThrow(
        'DATABASE_SESSION_URL leads through a pooler',
      )
    }
  })

  test('two addresses that lead to two databases are refused', async () => {
    const other = await testDatabase()
    await expect(openDatabase({ url: pooler.to(url), sessionUrl: other.url ?? '' })).rejects.toThrow('two different databases')
    await other.cleanUp()
  })

  describe('the product', () => {
    let product: Product
    beforeAll(async () => {
      product = await killableProduct({
        databaseUrl: url,
        env: { DATABASE_URL: pooler.to(url), DATABASE_SESSION_URL: url, LOG_LEVEL: 'silent' },
      })
      await product.start()
    })
    afterAll(() => product.cleanUp())

    test('sells a token and shows it at the desk, woken by the event and not by its poll of one second', async () => {
      const desk = await follow(product.address, await ownerOf(product.address), { shopId: shop, staff: true })
      const waits: number[] = []
      for (let i = 0; i < 5; i += 1) {
        const { ticketId } = await paidShopper(product.address, shop)
        const paid = performance.now()
        await eventually(() => desk.table.get(ticketId))
        waits.push(performance.now() - paid)
      }
      desk.close()
      // Five waits in a row are below half of the one-second poll. By chance this happens at most once in 32 times, and not with the poll
      // of the hearing after it.
      expect(Math.max(...waits)).toBeLessThan(500)
    })

    test('answers 503 while the pooler is away, also on /ready, and works again when it is back', async () => {
      const read = () => send(product.address, readMall, { id: DEMO_MALL })
      const ready = async () => (await fetch(`${product.address}/ready`)).status
      expect([await ready(), (await read()).status]).toEqual([200, 200])
      await pooler.kill()
      await eventually(async () => ((await ready()) === 503 ? true : undefined))
      expect(await read()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      await pooler.start()
      await eventually(async () => ((await ready()) === 200 ? true : undefined))
      await eventually(async () => ((await read()).status === 200 ? true : undefined))
      const { number } = await paidShopper(product.address, shop)
      expect(number).toBeGreaterThan(0)
    })

    test('is ready while all connections of the pooler are in use: the database answers', async () => {
      const busy = await openDatabase({ url: pooler.to(url), sessionUrl: url })
      const sleeping = Array.from({ length: 4 }, () => sql`select pg_sleep(3)`.execute(busy.db))
      await pause(500)
      expect((await fetch(`${product.address}/ready`)).status).toBe(200)
      await Promise.all(sleeping)
      await busy.close()
    })

    test('is backed up and restored without the pooler', async () => {
      const saved = await product.command('scripts/backup.ts', product.env.DATA_DIR ?? '')
      expect(saved).toMatchObject({ code: 0 })
      const file = /^(\S+\.tar\.gz):/m.exec(saved.output)?.[1] ?? ''
      await product.stop()
      expect(await product.command('scripts/restore.ts', file, '--replace')).toMatchObject({ code: 0 })
    })
  })
})
