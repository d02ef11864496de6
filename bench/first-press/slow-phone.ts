import { type BrowserContext, chromium, devices, type Page } from '@playwright/test'
import { findChromium, NO_CHROMIUM } from '#scripts/chromium.ts'

export interface Press {
  button: string
  /** A selector that matches when the press has had its effect; `left` if the press asks for another page. */
  effect: string
}

/** The times of one visit, in ms since its navigation began. */
export interface Visited {
  paint: number
  pressed: number
  effect: number
  /** When React has taken over the button. */
  alive: number
}

/** Slow 4G as Lighthouse applies it to a real connection: the delay of each request in ms, and bytes a second. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const SLOWER = 4
const PATIENCE_MS = 20_000

/**
 * Opens a browser that visits pages as a mid-range phone on slow 4G, with an empty cache each time. `visit` presses the button as soon as
 * it is painted, and rejects if the press has no effect within 20 s.
 */
export async function openSlowPhone(): Promise<{
  visit(url: string, cookie: string, press: Press): Promise<Visited>
  close(): Promise<void>
}> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error(NO_CHROMIUM)
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  return {
    async visit(url, cookie, press) {
      const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-IN' })
      try {
        return await visitOnce(context, url, cookie, press)
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}

async function visitOnce(context: BrowserContext, url: string, cookie: string, press: Press): Promise<Visited> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(watch(press))
  await page.goto(url, { waitUntil: 'commit' })
  const painted = await noted(page, 'paint')
  await page.getByRole('button', { name: press.button }).click()
  return { paint: painted, pressed: await noted(page, 'pressed'), effect: await noted(page, 'effect'), alive: await noted(page, 'alive') }
}

async function noted(page: Page, what: keyof Visited): Promise<number> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    const at = await page.evaluate<string | null>(`sessionStorage.getItem('${what}')`).catch(() => null)
    if (at !== null) return Number(at)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`nothing was noted as "${what}" within ${PATIENCE_MS} ms`)
}

/** Runs inside the page before its own scripts. The next page of the origin can read the notes, too. */
const watch = ({ button, effect }: Press): string => `(({ button, effect }) => {
  const note = (what) => {
    if (sessionStorage.getItem(what) === null) sessionStorage.setItem(what, String(performance.now()))
  }
  new PerformanceObserver(() => note('paint')).observe({ type: 'paint', buffered: true })
  addEventListener('click', () => note('pressed'), true)
  addEventListener('beforeunload', () => {
    if (effect !== 'left') return
    note('effect')
    note('alive')
  })
  const look = () => {
    if (effect !== 'left' && sessionStorage.getItem('pressed') !== null && document.querySelector(effect) !== null) note('effect')
    const target = [...document.querySelectorAll('button')].find((one) => one.textContent === button || one.ariaLabel === button)
    if (target && Object.keys(target).some((key) => key.startsWith('__reactProps'))) note('alive')
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  setInterval(look, 10)
})(${JSON.stringify({ button, effect })})`
