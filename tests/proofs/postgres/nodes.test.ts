import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { type Credentials, send } from '#tests/support/calls/client.ts'
import { type Following, follow } from '#tests/support/people/following.ts'
import { insist, payersAt } from '#tests/support/people/payers.ts'
import { ownerOf, paidShopper, removeCounters } from '#tests/support/people/people.ts'
import { knownShoppers, payTogether, shopsLike } from '#tests/support/people/rush.ts'
import { eventually } from '#tests/support/server/app.ts'
import { type Balancer, balancerOver } from '#tests/support/server/balancer.ts'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'
import { type TestRedis, testRedis } from '#tests/support/server/redis.ts'

/** Two nodes on one PostgreSQL and one Redis, behind a balancer: real processes and sockets. */

/** A shop that charges a fee and whose queue is empty at first. */
const shop = 'royal-sarees'

describe.skipIf(inject('engine') !== 'postgres')('two nodes', () => {
  let data: TestDatabase
  let redis: TestRedis
  let one: Product
  let two: Product
  let balancer: Balancer
  let owner: Credentials
  const open: Following[] = []

  beforeAll(async () => {
    data = await testDatabase()
    redis = await testRedis()
    await redis.start()
    const node = () =>
      killableProduct({
        databaseUrl: data.url ?? '',
        env: { SECRET_KEY: 'one key that all the nodes have in common', REDIS_URL: redis.url },
      })
    one = await node()
    two = await node()
    // Both at once: one waits while the other runs the migrations and makes the demo.
    await Promise.all([one.start(), two.start()])
    balancer = await balancerOver([one.address, two.address])
    owner = await ownerOf(balancer.address)
    await removeCounters(balancer.address, owner, shop)
  })
  afterAll(async () => {
    for (const screen of open) screen.close()
    await balancer.close()
    await Promise.all([one.cleanUp(), two.cleanUp()])
    await redis.cleanUp()
    await data.cleanUp()
  })

  const watching = async (...asked: Parameters<typeof follow>): Promise<Following> => {
    const screen = await follow(...asked)
    open.push(screen)
    return screen
  }
  const atDesk = (address: string) => watching(address, owner, { shopId: shop, staff: true })

  const relays = async (): Promise<number> => {
    const { rows } = await sql<{ holders: number }>`
      select count(*)::int as holders from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) + objid::bigint = hashtextextended('red-carpet:relay', 0)`.execute(data.database.db)
    return rows[0]?.holders ?? 0
  }

  /** The sequence numbers that a screen must have heard, from its first one on. */
  const inOrder = (seqs: readonly number[]) => Array.from(seqs, (_, i) => (seqs[0] ?? 0) + i)

  const tableNow = async (address: string) => {
    const answer = await send(address, listTickets, { id: shop }, owner)
    expect(answer.status).toBe(200)
    return (answer.body as { _id: string; version: number; state: string }[]).map(({ _id, version, state }) => ({ _id, version, state }))
  }
  const tableOf = (screen: Following) => [...screen.table.values()].map(({ _id, version, state }) => ({ _id, version, state }))
  const byId = (a: { _id: string }, b: { _id: string }) => a._id.localeCompare(b._id)

  /** Waits until a screen shows what the server knows. */
  const rightAgain = (screen: Following, address: string) =>
    eventually(async () => {
      const [shown, known] = [tableOf(screen).sort(byId), (await tableNow(address)).sort(byId)]
      return JSON.stringify(shown) === JSON.stringify(known) ? true : undefined
    })

  test('show the same: a shopper who joins at one is on the tables of both, and a call at one starts the countdown at both', async () => {
    const nodes = [one, two]
    const desks = await Promise.all(nodes.map((node) => atDesk(node.address)))
    const halls = await Promise.all(nodes.map((node) => watching(node.address, {}, { shopId: shop })))
    const shopper = await paidShopper(one.address, shop)
    const phones = await Promise.all(nodes.map((node) => watching(node.address, shopper, { ticketId: shopper.ticketId })))
    for (const desk of desks) await eventually(() => desk.table.get(shopper.ticketId))

    const called = await send(two.address, callTicket, { id: shopper.ticketId }, owner)
    expect(called.status).toBe(200)
    for (const hall of halls) {
      const countdown = await eventually(() => hall.heard('countdown-start')[0])
      expect(countdown).toMatchObject({ shopId: shop, token: shopper.number, duration: 180 })
      await eventually(() => hall.heard('shop-digest').find(({ nowServing }) => nowServing.some((s) => s.number === shopper.number)))
    }
    for (const phone of phones) await eventually(() => phone.heard('ticket').find(({ state }) => state === 'called'))
    for (const desk of desks) {
      await eventually(() => (desk.table.get(shopper.ticketId)?.state === 'called' ? true : undefined))
      expect(desk.seqs).toEqual(inOrder(desk.seqs))
    }
    expect(await relays()).toBe(1)
  })

  test('give 1,000 shoppers who join and pay at the same moment, half at each node, gapless numbers and one receipt each', async () => {
    const [lone] = (await shopsLike(data.database, shop, 1)) as [string]
    const rivals = await knownShoppers(data.database, 1000, new Date())
    const paid = await payTogether(rivals, (i) => ({ address: (i % 2 === 0 ? one : two).address, shop: lone }))
    const numbers = paid.map(({ number }) => number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from(rivals, (_, i) => i + 1))
    expect(new Set(paid.map(({ receiptId }) => receiptId)).size).toBe(rivals.length)
  })

  test('show the same while Redis is away, and answer at once', async () => {
    const desk = await atDesk(two.address)
    await redis.kill()
    const shopper = await paidShopper(one.address, shop)
    await eventually(() => desk.table.get(shopper.ticketId))
    await redis.start()
    expect([one.alive(), two.alive()]).toEqual([true, true])
  })

  test('continue as one if the other is killed in a rush: nothing acknowledged is lost, and the screens miss no number', async () => {
    const payers = payersAt(balancer.address, shop)
    const nodes = [one, two]
    for (const victim of nodes) {
      const survivor = victim === one ? two : one
      const stays = await atDesk(survivor.address)
      const returns = await atDesk(balancer.address)
      await payers.rush({ many: 12, after: 4, happens: () => victim.kill() })
      await rightAgain(stays, survivor.address)
      await rightAgain(returns, survivor.address)
      expect(stays.seqs).toEqual(inOrder(stays.seqs))
      await eventually(async () => ((await relays()) === 1 ? true : undefined))
      await payers.expectKept()
      await victim.start()
    }
  })

  test('continue as one if the other is stopped in a rush: it exits with 0, and all its clients continue at the survivor', async () => {
    const payers = payersAt(balancer.address, shop)
    for (const leaving of [one, two]) {
      const survivor = leaving === one ? two : one
      const desk = await atDesk(balancer.address)
      let ended: number | null = null
      await payers.rush({
        many: 12,
        after: 4,
        happens: async () => {
          ended = await leaving.stop()
        },
      })
      expect(ended).toBe(0)
      await rightAgain(desk, survivor.address)
      await payers.expectKept()
      await leaving.start()
    }
  })

  test('continue as one if the node that relays hangs, and as two when it runs again', async () => {
    await two.stop()
    await eventually(async () => ((await relays()) === 1 ? true : undefined))
    await two.start()
    const desk = await atDesk(two.address)
    one.freeze()
    const shopper = await paidShopper(two.address, shop)
    await eventually(() => desk.table.get(shopper.ticketId))
    one.thaw()
    const late = await paidShopper(one.address, shop)
    await eventually(() => desk.table.get(late.ticketId))
    expect(desk.seqs).toEqual(inOrder(desk.seqs))
  })

  test('send one message for each call, whichever node relays, and number the tokens without a gap', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => paidShopper(balancer.address, shop)))
    await Promise.all(
      people.map(({ ticketId }, i) =>
        insist(async () => {
          if (i === 3) await one.kill()
          expect((await send(balancer.address, callTicket, { id: ticketId }, owner)).status).toBe(200)
        }),
      ),
    )
    const { db } = data.database
    const ids = people.map(({ ticketId }) => ticketId)
    const calls = () => db.selectFrom('message').select('ticketId').where('kind', '=', 'call').where('ticketId', 'in', ids).execute()
    await eventually(async () => ((await calls()).length >= ids.length ? true : undefined))
    await eventually(async () => {
      const waiting = await db.selectFrom('outbox').select('id').where('relayedAt', 'is', null).execute()
      return waiting.length === 0 ? true : undefined
    })
    expect((await calls()).map(({ ticketId }) => ticketId).sort()).toEqual(ids.sort())
    const numbered = await db
      .selectFrom('ticket')
      .select('number')
      .where('shopId', '=', shop)
      .where('number', 'is not', null)
      .orderBy('number')
      .execute()
    expect(numbered.map(({ number }) => number)).toEqual(Array.from(numbered, (_, i) => i + 1))
  })
})
