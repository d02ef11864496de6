import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '../../contract/time.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import { SHOP } from '../support/callers.ts'
import { openScreen, type Screen } from '../support/screens.ts'

/** How many sockets may come from one address, and how much each may ask for. */

const MOST = 3

let app: TestApp
const open: Screen[] = []
beforeAll(async () => {
  app = await startApp({ env: { SOCKETS_PER_ADDRESS: String(MOST), TRUST_PROXY: 'loopback' } })
})
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.disconnect()
  await eventually(async () => ((await liveSockets()) === 0 ? true : undefined))
  // What began in the test's minute counts no longer.
  app.clock.advance(MINUTE)
})
afterAll(() => app.stop())

const liveSockets = async () => Number(/^live_sockets (\d+)$/m.exec(await (await fetch(`${app.address}/metrics`)).text())?.[1])

/** A screen behind this address, as a balancer tells it. */
async function from(address: string): Promise<Screen> {
  const screen = await openScreen(app.address, { headers: { 'x-forwarded-for': address } })
  open.push(screen)
  return screen
}
const refused = { message: 'websocket error' }

describe('sockets of one address', () => {
  test('are as many as the setting says; another address has its own', async () => {
    for (let i = 0; i < MOST; i += 1) await from('10.0.0.1')
    await expect(from('10.0.0.1')).rejects.toMatchObject(refused)
    const other = await from('10.0.0.2')
    expect(await other.watch({ shopId: SHOP })).toMatchObject({ ok: true })
    for (const { socket } of open) expect(socket.connected, 'who is in stays in').toBe(true)
  })

  test('stay as many however long they take to come; one that leaves makes room', async () => {
    const first = await from('10.0.0.1')
    for (let i = 1; i < MOST; i += 1) await from('10.0.0.1')
    app.clock.advance(MINUTE)
    await expect(from('10.0.0.1')).rejects.toMatchObject(refused)
    first.socket.disconnect()
    await eventually(async () => ((await liveSockets()) === MOST - 1 ? true : undefined))
    await expect(from('10.0.0.1')).resolves.toBeDefined()
  })

  test('begin no more often within a minute, even where each leaves at once', async () => {
    for (let i = 0; i < MOST; i += 1) (await from('10.0.0.1')).socket.disconnect()
    await expect(from('10.0.0.1')).rejects.toMatchObject(refused)
    app.clock.advance(MINUTE)
    await expect(from('10.0.0.1')).resolves.toBeDefined()
  })
})

describe('a handshake', () => {
  /** What a connection hears that introduces itself with these bearers, one right after the other, until the server ends it. */
  async function introduced(...bearers: string[]): Promise<string[]> {
    const codes: string[] = []
    const socket = new WebSocket(`${app.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    socket.onmessage = ({ data }) => {
      if (String(data).startsWith('0')) for (const token of bearers) socket.send(`40${JSON.stringify({ token })}`)
      else codes.push(JSON.parse(String(data).slice(2)).data.code)
    }
    await new Promise((resolve) => {
      socket.onclose = resolve
    })
    return codes
  }

  test('that is refused ends the connection', async () => {
    expect(await introduced('nobody’s')).toEqual(['not_signed_in'])
  })

  test('is the only one of its connection: further ones are not even looked up', async () => {
    expect(new Set(await introduced('one', 'two', 'three'))).toEqual(new Set(['rate_limited']))
  })
})

describe('watching', () => {
  test('works 300 times a minute, and again in the next one', async () => {
    const { watch, socket } = await from('10.0.0.1')
    const answers = await Promise.all(Array.from({ length: 301 }, () => watch({ shopId: SHOP })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(300)
    expect(answers.filter(({ ok }) => !ok)).toEqual([{ ok: false, code: 'rate_limited' }])
    app.clock.advance(MINUTE)
    expect(await watch({ shopId: SHOP })).toMatchObject({ ok: true })
    expect(socket.connected).toBe(true)
  })

  test('is answered whatever is said, and under any other name refused', async () => {
    const { socket } = await from('10.0.0.1')
    const emit = (name: string, ...said: unknown[]) =>
      new Promise((resolve) => (socket as { emit(...all: unknown[]): void }).emit(name, ...said, resolve))
    expect(await emit('watch')).toEqual({ ok: false, code: 'invalid_input' })
    expect(await emit('watch', { shopId: SHOP }, 'more')).toMatchObject({ ok: true })
    expect(await emit('wish', { shopId: SHOP })).toEqual({ ok: false, code: 'not_found' })
    expect(await emit('toString')).toEqual({ ok: false, code: 'not_found' })
  })
})
