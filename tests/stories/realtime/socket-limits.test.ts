import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import type { WatchRequest } from '#contract/events.ts'
import { openScreen, type Screen } from '#tests/support/browser/screens.ts'
import type { Credentials } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'
import { overhear } from '#tests/support/server/statements.ts'

/** Limits on the sockets of one address, and on what each may ask for. */

const MOST = 3

let app: TestApp
const open: Screen[] = []
const start = async (most: number) => {
  app = await startApp({ env: { SOCKETS_PER_ADDRESS: String(most), TRUST_PROXY: 'loopback' } })
}
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.disconnect()
  await eventually(async () => ((await liveSockets()) === 0 ? true : undefined))
  // Sockets that began in this test no longer count.
  app.clock.advance(MINUTE)
})
const liveSockets = async () => Number(/^live_sockets (\d+)$/m.exec(await (await fetch(`${app.address}/metrics`)).text())?.[1])

/** A screen behind this address, which a balancer forwards. */
async function from(address: string): Promise<Screen> {
  const screen = await openScreen(app.address, { headers: { 'x-forwarded-for': address } })
  open.push(screen)
  return screen
}
async function as(who: Credentials): Promise<Screen> {
  const screen = await openScreen(app.address, { ...who, headers: { 'x-forwarded-for': '10.0.0.1' } })
  open.push(screen)
  return screen
}
const refused = { message: 'websocket error' }

describe('sockets of one address', () => {
  beforeAll(() => start(MOST))
  afterAll(() => app.stop())

  test('are limited to the number of the setting; another address has its own limit', async () => {
    // The balancer writes the port too.
    for (let i = 0; i < MOST; i += 1) await from(`10.0.0.1:${40_000 + i}`)
    await expect(from('10.0.0.1')).rejects.toMatchObject(refused)
    const other = await from('10.0.0.2')
    expect(await other.watch({ shopId: SHOP })).toMatchObject({ ok: true })
    for (const { socket } of open) expect(socket.connected, 'open sockets stay open').toBe(true)
  })

  test('are limited even if they come slowly; one that disconnects makes room', async () => {
    const first = await from('10.0.0.1')
    for (let i = 1; i < MOST; i += 1) await from('10.0.0.1')
    app.clock.advance(MINUTE)
    await expect(from('10.0.0.1')).rejects.toMatchObject(refused)
    first.socket.disconnect()
    await eventually(async () => ((await liveSockets()) === MOST - 1 ? true : undefined))
    await expect(from('10.0.0.1')).resolves.toBeDefined()
  })

  test('cannot begin more often in a minute, even if each disconnects at once', async () => {
    for (let i = 0; i < MOST; i += 1) (await from('10.0.0.1')).socket.disconnect()
    await expect(from('10.0.0.1')).rejects.toMatchObject(refused)
    app.clock.advance(MINUTE)
    await expect(from('10.0.0.1')).resolves.toBeDefined()
  })
})

describe('a handshake', () => {
  beforeAll(() => start(MOST))
  afterAll(() => app.stop())

  /** Introduces one connection with these bearers, one right after the other; returns the codes until the server closes it. */
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

  test('is the only one of its connection: further ones are refused without a look-up', async () => {
    const statements = overhear(app.database.db)
    const answers = await introduced('one', 'two', 'three')
    // The answer to the first may come before or after the refusals of the others, or not at all: a refusal ends the connection.
    expect([[], ['not_signed_in']]).toContainEqual(answers.filter((code) => code !== 'rate_limited'))
    expect(statements().filter(({ text }) => text.includes('from "session"')).length).toBe(1)
  })
})

describe('watching', () => {
  beforeAll(() => start(300))
  afterAll(() => app.stop())

  /** Counts the answers that were not refused with `rate_limited`, of `times` questions on each screen. */
  const allowed = async (screens: readonly Screen[], times: number, asked: WatchRequest = { shopId: SHOP }) => {
    const answers = await Promise.all(screens.flatMap(({ watch }) => Array.from({ length: times }, () => watch(asked))))
    const refusals = answers.flatMap((answer) => (answer.ok || answer.code !== 'rate_limited' ? [] : [answer.code]))
    return answers.length - refusals.length
  }

  test('is possible 60 times a minute for a stranger’s socket, and again in the next minute', async () => {
    const screen = await from('10.0.0.1')
    expect(await allowed([screen], 61)).toBe(60)
    app.clock.advance(MINUTE)
    expect(await allowed([screen], 1)).toBe(1)
    expect(screen.socket.connected).toBe(true)
  })

  test('has one budget for all strangers at an address or an IPv6 network, however often they reconnect', async () => {
    let sum = 0
    for (let round = 0; round < 10; round += 1) {
      const screen = await from(`2001:db8::${round}`)
      sum += await allowed([screen], 60)
      screen.socket.disconnect()
      await eventually(async () => ((await liveSockets()) === 0 ? true : undefined))
    }
    // One for each socket that may begin, and 20 for the one that is open.
    expect(sum).toBe(320)
    expect(await allowed([await from('10.0.0.2')], 1), 'another address has its own').toBe(1)
  })

  test('is counted for unknown ids as well, which are looked up together', async () => {
    const screen = await from('10.0.0.1')
    const mall = 'phoenix-mall'
    expect(await screen.watch({ shopId: 'nowhere' })).toEqual({ ok: false, code: 'shop_not_found' })
    expect(await screen.watch({ shopId: mall })).toEqual({ ok: false, code: 'is_a_mall' })
    const asked = overhear(app.database.db)
    const answers = await Promise.all(Array.from({ length: 59 }, (_, i) => screen.watch({ shopId: `nowhere-${i}` })))
    expect(answers.filter((answer) => !answer.ok && answer.code === 'shop_not_found')).toHaveLength(58)
    expect(asked().filter(({ text }) => /whose|from "shop"/.test(text)).length).toBeLessThan(20)
  })

  test('is counted per signed-in or verified person: 300 a minute over all their sockets, apart from strangers', async () => {
    const stranger = await from('10.0.0.1')
    await allowed([stranger], 61)
    for (const who of [await staffOf(app.address), await verifiedShopper(app.address)]) {
      const screens = [await as(who), await as(who)]
      expect(await allowed(screens, 200)).toBe(300)
      for (const { socket } of screens) socket.disconnect()
      await eventually(async () => ((await liveSockets()) === 1 ? true : undefined))
    }
  })

  test('is answered for any content, and another event name is refused', async () => {
    const { socket } = await from('10.0.0.1')
    const emit = (name: string, ...said: unknown[]) =>
      new Promise((resolve) => (socket as { emit(...all: unknown[]): void }).emit(name, ...said, resolve))
    expect(await emit('watch')).toEqual({ ok: false, code: 'invalid_input' })
    expect(await emit('watch', { shopId: SHOP }, 'more')).toMatchObject({ ok: true })
    expect(await emit('unheard', { shopId: SHOP })).toEqual({ ok: false, code: 'not_found' })
    expect(await emit('toString')).toEqual({ ok: false, code: 'not_found' })
  })
})
