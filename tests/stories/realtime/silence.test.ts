import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPage } from '#tests/support/browser/on-page.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { type Network, openNetwork } from '#tests/support/server/network.ts'
import { type LiveState, openLive } from '#web/live/socket.ts'

let app: TestApp
let network: Network

beforeAll(async () => {
  app = await startApp()
  network = await openNetwork(Number(new URL(app.address).port))
})
afterAll(async () => {
  network.close()
  await app.stop()
})

/** A screen behind the network, which takes a connection for lost after this many ms of silence. */
function screen(mostSilentMs: number) {
  const states: LiveState[] = []
  const address = `http://127.0.0.1:${network.port}`
  const live = onPage(address, () => openLive({ mostSilentMs }))
  live.watch({ shopId: 'phoenix-cafe' }, { state: (state) => states.push(state) })
  return { states, close: () => onPage(address, live.close) }
}

test('a screen whose connection falls silent says so, and is live again when the network is back', async () => {
  const { states, close } = screen(2000)
  await expect.poll(() => states, { timeout: 5000 }).toEqual(['connecting', 'live'])
  network.freeze()
  await expect.poll(() => states, { timeout: 5000 }).toEqual(['connecting', 'live', 'away'])
  network.mend()
  await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('live')
  close()
})
