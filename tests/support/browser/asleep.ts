import { expect, type Locator, type Page } from '@playwright/test'

/** A page that sleeps: hidden, with a connection that is dead without a word. */

/** Tells the page that it is hidden, as a locked phone or another tab does. */
export const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })

export const show = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })

export interface Connections {
  /** Resolves when the page hears its shop. */
  live: Promise<void>
  /** From now on, no byte goes through the connections that are open, and neither side is told. Later ones work. */
  die: () => void
}

/** Call it before the page is opened. */
export async function watchConnections(page: Page): Promise<Connections> {
  const { promise: live, resolve } = Promise.withResolvers<void>()
  let deaths = 0
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer()
    const born = deaths
    socket.onMessage((message) => {
      if (born === deaths) server.send(message)
    })
    server.onMessage((message) => {
      if (born !== deaths) return
      socket.send(message)
      // The answer to a `watch`, as socket.io frames it.
      if (String(message).startsWith('43')) resolve()
    })
  })
  return {
    live,
    die: () => {
      deaths += 1
    },
  }
}

/** `page.clock.install()` must have been called before the page was opened. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/**
 * Lets three seconds pass on the stopped clock of the page, and expects `shown` within them. Between its steps, what the network brings has
 * all the time that it needs.
 */
export async function showsWithinThreeSeconds(page: Page, shown: Locator): Promise<void> {
  await page.clock.runFor(1500)
  for (let step = 0; step < 30 && !(await shown.isVisible()); step += 1) {
    await page.clock.runFor(50)
    await shown.waitFor({ timeout: 2000 }).catch(() => undefined)
  }
  await expect(shown).toBeVisible({ timeout: 1 })
}
