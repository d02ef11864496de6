import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addCounter } from '#contract/counters/calls.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '#contract/events.ts'
import { confirmPayment } from '#contract/payments/calls.ts'
import { type Digest, numbersOf } from '#contract/queue/waiting.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { transaction } from '#server/db/transaction.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { join, order, ownerOf, paidShopper, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'
import { type Network, openNetwork } from '#tests/support/server/network.ts'
import { reconnection } from '#web/live/reconnection.ts'

let app: TestApp
let network: Network
let owner: Awaited<ReturnType<typeof ownerOf>>
const reads = new Map<string, number>()
/** The next read of this table fails. */
let broken: string | null = null
const open: { disconnect(): unknown }[] = []

beforeAll(async () => {
  app = await startApp({
    env: { LOG_LEVEL: 'silent' },
    tableReads: (table) => {
      reads.set(table, (reads.get(table) ?? 0) + 1)
      if (table !== broken) return
      broken = null
      throw Object.assign(new Error('the database is away for a moment'), { code: '57P01' })
    },
  })
  network = await openNetwork(Number(new URL(app.address).port))
  owner = await ownerOf(app.address)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(async () => {
  network.close()
  await app.stop()
})

/** Watches through the network and reconnects like the shopper's page; keeps every state that it was sent, in order. */
async function phone(request: WatchRequest, shopper?: Shopper) {
  const socket: Socket<ServerToClient, ClientToServer> = io(`http://127.0.0.1:${network.port}`, {
    transports: ['websocket'],
    forceNew: true,
    ...reconnection,
    ...(shopper ? { extraHeaders: { cookie: shopper.cookie } } : {}),
  })
  open.push(socket)
  const digests: Digest[] = []
  const passes: { state: string; version: number }[] = []
  const heard: { name: string; shopId: string }[] = []
  let since: number | undefined
  const watch = () =>
    new Promise<WatchAnswer>((resolve) => {
      socket.emit('watch', since === undefined ? request : { ...request, since }, (answer) => {
        if (answer.ok) since = answer.seq
        if (answer.ok && answer.snapshot?.digest) digests.push(answer.snapshot.digest)
        if (answer.ok && answer.snapshot?.pass) passes.push(answer.snapshot.pass)
        resolve(answer)
      })
    })
  socket.on('shop-digest', (digest) => digests.push(digest))
  socket.on('ticket', (pass) => passes.push(pass))
  // A heartbeat, which may come at any moment, brings nothing.
  socket.onAny((name: string, event?: { shopId: string }) => event && heard.push({ name, shopId: event.shopId }))
  const first = Promise.withResolvers<WatchAnswer>()
  socket.on('connect', () => watch().then(first.resolve))
  const answer = await first.promise
  expect(answer).toMatchObject({ ok: true })
  return { socket, digests, passes, heard, watch }
}

/** All requests that read the locked table meet at the same moment; reads are counted from here. */
async function whileLocked<T>(table: string, doing: () => Promise<T>): Promise<T> {
  const locked = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const lock = transaction(app.database.db, async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    locked.resolve()
    await done.promise
  })
  await locked.promise
  reads.clear()
  try {
    return await doing()
  } finally {
    done.resolve()
    await lock
  }
}

type Phone = Awaited<ReturnType<typeof phone>>

/** Each phone asks `times` times while a table cannot be read. */
async function askedTogether(table: string, phones: readonly Phone[], times: number): Promise<WatchAnswer[]> {
  const asked = await whileLocked(table, async () => {
    const asked = phones.flatMap(({ watch }) => Array.from({ length: times }, watch))
    // A socket's messages arrive in order: when a wrong one is refused, which needs no read, the others have arrived.
    await Promise.all(phones.map(({ socket }) => socket.emitWithAck('watch', null as never)))
    return asked
  })
  return Promise.all(asked)
}

const storefrontQueue = async (shopId: string) => (await ask(app.address, readStorefront, { id: shopId })).body.queue
const sorted = (values: number[]) => values.toSorted((a, b) => a - b)

describe('a hall of phones', () => {
  beforeAll(async () => {
    // As many counters as people are called here at the same time.
    for (const name of ['Counter 2', 'Counter 3', 'Counter 4'])
      await send(app.address, addCounter, { body: { shopId: 'royal-sarees', name } }, owner)
  })

  test('shows the newest state on every phone after a network cut, and none gets an older state after a newer one', async () => {
    const shopId = 'royal-sarees'
    const people = await Promise.all(Array.from({ length: 6 }, () => paidShopper(app.address, shopId)))
    const phones = await Promise.all(people.map((shopper) => phone({ shopId, ticketId: shopper.ticketId }, shopper)))
    const passersBy = await Promise.all(Array.from({ length: 6 }, () => phone({ shopId })))
    network.cut()
    await eventually(() => ([...phones, ...passersBy].some(({ socket }) => socket.connected) ? undefined : true))
    for (const { ticketId } of people.slice(0, 3)) await send(app.address, callTicket, { id: ticketId }, owner)
    const newcomer = await paidShopper(app.address, shopId)
    network.mend()
    // The queue changes while the phones reconnect.
    await send(app.address, completeTicket, { id: people[0]?.ticketId }, owner)

    const order = sorted([...people.slice(3), newcomer].map(({ number }) => number))
    for (const { digests } of [...phones, ...passersBy])
      await eventually(() => {
        const last = digests.at(-1)
        return last?.nowServing.length === 2 && numbersOf(last.order).join() === order.join() ? true : undefined
      })
    for (const [i, state] of ['served', 'called', 'called', 'waiting', 'waiting', 'waiting'].entries())
      await eventually(() => (phones[i]?.passes.at(-1)?.state === state ? true : undefined))
    for (const { digests, passes } of [...phones, ...passersBy]) {
      const seqs = digests.map(({ seq }) => seq)
      expect(seqs).toEqual(sorted(seqs))
      const versions = passes.map(({ version }) => version)
      expect(versions).toEqual(sorted(versions))
    }
  })

  test('has a phone whose network was frozen: it gets what it missed in order, on the same connection', async () => {
    const shopId = 'royal-sarees'
    const waiting = (await storefrontQueue(shopId)).waiting
    const { socket, digests } = await phone({ shopId })
    const { id } = socket
    network.freeze()
    for (let i = 0; i < 3; i += 1) await paidShopper(app.address, shopId)
    await app.running.tick()
    expect(digests.at(-1)?.waiting, 'nothing gets through').toBe(waiting)
    network.mend()
    await eventually(() => (digests.at(-1)?.waiting === waiting + 3 ? true : undefined))
    const seqs = digests.map(({ seq }) => seq)
    expect(seqs).toEqual(sorted(seqs))
    expect(socket.id).toBe(id)
  })

  test('that asks at the same moment causes a few reads of the queue, and all phones get the same answer', async () => {
    const shopId = 'lotus-books'
    const phones = await Promise.all(Array.from({ length: 10 }, () => phone({ shopId })))
    const answers = await askedTogether('shop_stream', phones, 30)
    expect(answers).toHaveLength(300)
    expect(new Set(answers.map((answer) => answer.ok && answer.seq)).size).toBe(1)
    expect(reads.get('shop_stream'), 'a tenth of what is asked, at most').toBeLessThanOrEqual(30)
  })

  test('that reconnects at the same moment gets the tickets of its shoppers with a few reads', async () => {
    const shopId = 'phoenix-cafe'
    const people = await Promise.all(Array.from({ length: 12 }, () => paidShopper(app.address, shopId)))
    const phones = await Promise.all(people.map((shopper) => phone({ shopId, ticketId: shopper.ticketId }, shopper)))
    const answers = await askedTogether('ticket', phones, 10)
    expect(answers.filter((answer) => answer.ok)).toHaveLength(120)
    expect(reads.get('ticket')).toBeGreaterThan(0)
    expect(reads.get('ticket'), 'far fewer than the 120 that are asked').toBeLessThanOrEqual(40)
  })

  test('that reads the same shop again causes a few reads of it', async () => {
    let arrived = 0
    app.running.app.server.on('request', () => {
      arrived += 1
    })
    const answers = await whileLocked('shop_stream', async () => {
      const asked = Array.from({ length: 200 }, () => send(app.address, readStorefront, { id: 'lotus-books' }))
      await eventually(() => (arrived === 200 ? true : undefined))
      return asked
    })
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(reads.get('shop_stream'), 'a tenth of what is asked, at most').toBeLessThanOrEqual(20)
  })

  test('has a phone that watches another shop: it hears nothing of this shop', async () => {
    const elsewhere = await phone({ shopId: 'lotus-books' })
    const hall = await phone({ shopId: 'royal-sarees' })
    const { ticketId } = await paidShopper(app.address, 'royal-sarees')
    await send(app.address, callTicket, { id: ticketId }, owner)
    await eventually(() => hall.heard.find(({ name }) => name === 'countdown-start'))
    const visitor = await verifiedShopper(app.address)
    await join(app.address, visitor, 'lotus-books')
    await eventually(() => elsewhere.heard.find(({ name }) => name === 'shop-digest'))
    expect(new Set(elsewhere.heard.map(({ shopId }) => shopId))).toEqual(new Set(['lotus-books']))
  })

  test('gets no digest of an event that does not change the queue', async () => {
    // Nothing has happened at this shop, so no digest of earlier changes is on its way.
    const { id: shopId } = await freshShop(app)
    const hall = await phone({ shopId })
    const { waiting } = await storefrontQueue(shopId)
    const before = hall.digests.length
    await join(app.address, await verifiedShopper(app.address), shopId)
    await app.running.tick()
    await paidShopper(app.address, shopId)
    const digest = await eventually(() => hall.digests[before])
    expect(digest.waiting, 'the first digest after an unpaid ticket is that of the next token').toBe(waiting + 1)
  })

  test('gets a digest that could not be read from the database a moment later', async () => {
    const shopId = 'royal-sarees'
    const { waiting } = await storefrontQueue(shopId)
    const hall = await phone({ shopId })
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shopId)
    const id = await order(app.address, shopper, ticketId)
    await app.running.tick()
    broken = 'shop_stream'
    await send(app.address, confirmPayment, { id }, shopper)
    await eventually(() => (hall.digests.at(-1)?.waiting === waiting + 1 ? true : undefined))
    expect(broken).toBeNull()
  })
})
