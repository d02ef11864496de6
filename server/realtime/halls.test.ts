import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectTo } from 'node:net'
import { Server } from 'socket.io'
import { type Socket as Client, Manager } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Digest } from '#contract/queue/waiting.ts'
import { type Halls, openHalls, wireOf } from './halls.ts'
import type { Live } from './live.ts'
import { rooms } from './rooms.ts'

let io: Live
let halls: Halls
let address: string
const clients: Client[] = []
const http = () => createServer().listen(0, '127.0.0.1')

beforeEach(async () => {
  const server = http()
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  address = `http://127.0.0.1:${bound.port}`
  io = new Server(server, { perMessageDeflate: false })
  halls = openHalls(io)
  io.use((socket, next) => {
    socket.data.wire = wireOf(socket)
    next()
  })
  io.on('connection', (socket) => socket.join(rooms.shop('cafe')))
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await io.close()
})

/** A screen of the café and the digests it has heard. */
async function screen(transports: string[]) {
  const manager = new Manager(address, { transports, reconnection: false })
  // The test begins only when the client is on its final transport.
  await vi.waitFor(() => expect(manager.engine?.transport.name).toBe(transports.at(-1)))
  const client = manager.socket('/')
  clients.push(client)
  const heard: Digest[] = []
  client.on('shop-digest', (digest: Digest) => heard.push(digest))
  const displays: number[] = []
  client.on('display', ({ seq }: { seq: number }) => displays.push(seq))
  const heartbeats = { heard: 0 }
  client.on('heartbeat', () => {
    heartbeats.heard += 1
  })
  await once(client as never, 'connect')
  return { client, heard, displays, heartbeats }
}

/** A digest of `many` numbers that are not consecutive. */
const digestOf = (seq: number, many: number): Digest => ({
  ...{
    shopId: 'cafe',
    seq,
    waiting: many,
    nowServing: [{ number: 1, counter: 'काउंटर 1' }],
    minutesPerTicket: 4,
    paused: null,
    openCounters: 2,
    serverTime: 0,
  },
  order: Array.from({ length: many }, (_, i) => 10_000 + 2 * i),
})

describe('a hall', () => {
  test.each([
    ['a websocket', ['websocket']],
    ['long polling', ['polling']],
    ['polling that became a websocket', ['polling', 'websocket']],
  ])('hears every digest complete by %s, the shortest and the longest', async (_, transports) => {
    const { heard } = await screen(transports)
    // The lengths of these frames take one, three and nine bytes.
    const said = [0, 50, 20_000].map((many, i) => digestOf(i, many))
    for (const digest of said) halls.tell('cafe', 'shop-digest', digest)
    await vi.waitFor(() => expect(heard).toHaveLength(said.length))
    expect(heard).toEqual(said)
  })

  test('hears ready frames and normal messages together without mixing them up', async () => {
    const { heard, displays } = await screen(['websocket'])
    const many = Array.from({ length: 300 }, (_, i) => i)
    for (const seq of many) {
      halls.tell('cafe', 'shop-digest', digestOf(seq, 100))
      io.to(rooms.shop('cafe')).emit('display', { shopId: 'cafe', seq })
    }
    await vi.waitFor(() => expect([heard.length, displays.length]).toEqual([300, 300]))
    expect(heard.map(({ seq }) => seq)).toEqual(many)
    expect(displays).toEqual(many)
  })

  test.each([[['websocket']], [['polling']]])(
    'no longer tells a screen that has left, and still tells the others (%s)',
    async (transports) => {
      const [gone, left, stays] = await Promise.all([screen(transports), screen(transports), screen(transports)])
      const over = new Promise((resolve) => io.sockets.sockets.get(gone.client.id ?? '')?.once('disconnect', resolve))
      gone.client.disconnect()
      await over
      await io.sockets.sockets.get(left.client.id ?? '')?.leave(rooms.shop('cafe'))
      halls.tell('cafe', 'shop-digest', digestOf(1, 1))
      halls.tell('elsewhere', 'shop-digest', digestOf(2, 1))
      io.emit('display', { shopId: 'cafe', seq: 3 })
      await vi.waitFor(() => expect([left.displays, stays.displays]).toEqual([[3], [3]]))
      expect([gone.heard, left.heard, stays.heard.map(({ seq }) => seq)]).toEqual([[], [], [1]])
    },
  )

  test.each([[['websocket']], [['polling']], [['polling', 'websocket']]])(
    'gets a heartbeat if it was told nothing since the last one, also on a screen of no shop (%s)',
    async (transports) => {
      const [inHall, nowhere, gone] = await Promise.all([screen(transports), screen(transports), screen(transports)])
      await io.sockets.sockets.get(nowhere.client.id ?? '')?.leave(rooms.shop('cafe'))
      const over = new Promise((resolve) => io.sockets.sockets.get(gone.client.id ?? '')?.once('disconnect', resolve))
      gone.client.disconnect()
      await over
      halls.sendHeartbeats()
      await vi.waitFor(() => expect([inHall.heartbeats.heard, nowhere.heartbeats.heard]).toEqual([1, 1]))
      halls.tell('cafe', 'shop-digest', digestOf(1, 1))
      halls.sendHeartbeats()
      await vi.waitFor(() => expect([inHall.heard.length, nowhere.heartbeats.heard]).toEqual([1, 2]))
      halls.sendHeartbeats()
      await vi.waitFor(() => expect([inHall.heartbeats.heard, nowhere.heartbeats.heard]).toEqual([2, 3]))
      expect(gone.heartbeats.heard).toBe(0)
    },
  )

  test('closes a screen that never polls instead of keeping messages for it in memory', async () => {
    const polling = `${address}/socket.io/?EIO=4&transport=polling`
    const opened = await (await fetch(polling)).text()
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
    const before = io.sockets.sockets.size
    await fetch(`${polling}&sid=${sid}`, { method: 'POST', body: '40' })
    await vi.waitFor(() => expect(io.sockets.sockets.size).toBe(before + 1))
    for (let i = 0; i < 300; i += 1) halls.sendHeartbeats()
    await vi.waitFor(() => expect(io.sockets.sockets.size).toBe(before))
  })

  test('closes a screen that reads nothing instead of keeping messages for it in memory', async () => {
    const text = (said: string) => Buffer.concat([Buffer.from([0x81, 0x80 | said.length, 0, 0, 0, 0]), Buffer.from(said)])
    const deaf = connectTo(Number(new URL(address).port), '127.0.0.1')
    deaf.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await once(deaf, 'data')
    const joined = once(io, 'connection')
    deaf.write(text('40'))
    await joined
    deaf.pause()
    for (let seq = 0; seq < 1000 && io.sockets.sockets.size > 0; seq += 1) {
      halls.tell('cafe', 'shop-digest', digestOf(seq, 20_000))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(io.sockets.sockets.size).toBe(0)
    deaf.destroy()
  })
})
