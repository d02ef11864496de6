import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { DAY, DEFAULT_TIME_ZONE, localDateOf } from '#contract/base/time.ts'
import { addressOf } from '#tests/support/browser/browser-server.ts'

export { expect }

/** Browsers keep the machine's clock, and learn how far the server's is ahead of it. */
interface ServerClock {
  /** The server's time, in epoch ms. */
  now(): Promise<number>
  /** The date in India `days` days after the server's today. */
  dateIn(days: number): Promise<string>
  /** Puts the server's clock forward; it stays ahead in later journeys. */
  pass(ms: number): Promise<number>
}

/** One more person with a separate browser: another phone, the staff's tablet, the board. */
export type NewPerson = (options?: BrowserContextOptions) => Promise<Page>

interface House {
  /** The page closes when the test ends. */
  newPerson: NewPerson
  /**
   * Allows the browser's own console line for an answer with this status from an address that matches. Any other error or warning of the
   * browser fails the test.
   */
  allowRefusal: (status: number, address: RegExp) => void
  /**
   * The connection is cut, perhaps before a page has all its files. Allows the browser's own console lines about requests that it could not
   * send and sockets that it could not open.
   */
  allowOffline: (when?: { beforeItsFiles: boolean }) => void
  axe: Axe
  clock: ServerClock
  /** Collects the browser's errors and warnings; every test has it. */
  complaints: Complaints
}

/**
 * Fails if axe finds anything on the page that breaks WCAG 2.2 A or AA. With `colours` it looks only for what depends on them: the whole
 * screen was looked at in the other theme. In the gate it does nothing: the proof `journeys` runs the same journeys with it.
 */
export type Axe = (page?: Page, only?: 'colours') => Promise<void>

interface Complaints {
  watch: (context: BrowserContext) => Promise<void>
  allow: (status: number, address: RegExp) => void
  allowOffline: House['allowOffline']
}

const OFFLINE = /net::ERR_INTERNET_DISCONNECTED|WebSocket is closed before the connection is established/
const OFFLINE_EARLY = new RegExp(`${OFFLINE.source}|Failed to fetch dynamically imported module`)

/** A page fails its test if it logs an error, throws, loses a request or breaks its security policy. */
export const test = base.extend<House>({
  baseURL: async ({ locale: _ }, use, { parallelIndex }) => {
    await use(addressOf(parallelIndex))
  },

  complaints: [
    async ({ baseURL: _ }, use) => {
      const heard: { text: string; refused?: { status: number; address: string } }[] = []
      let offline: RegExp | null = null
      const allowed: { status: number; address: RegExp }[] = []
      await use({
        allow: (status, address) => allowed.push({ status, address }),
        allowOffline: (when) => {
          offline = when?.beforeItsFiles ? OFFLINE_EARLY : OFFLINE
        },
        watch: (context) => watch(context, (complaint) => heard.push(complaint)),
      })
      const isAllowed = ({ text, refused }: (typeof heard)[number]) =>
        (offline?.test(text) ?? false) ||
        (refused !== undefined && allowed.some(({ status, address }) => status === refused.status && address.test(refused.address)))
      expect(
        heard.filter((complaint) => !isAllowed(complaint)).map(({ text }) => text),
        'errors and warnings of the browser',
      ).toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, complaints }, use) => {
    await complaints.watch(context)
    await use(context)
  },

  newPerson: async ({ browser, complaints, contextOptions, baseURL }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL === undefined ? {} : { baseURL }), ...options })
      opened.push(context)
      await complaints.watch(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },

  clock: async ({ baseURL: _ }, use, { parallelIndex }) => {
    const pass = async (ms: number) => Number(await (await fetch(`${addressOf(parallelIndex, 'clock')}/?ms=${ms}`)).text())
    const dateIn = async (days: number) => localDateOf(new Date((await pass(0)) + days * DAY), DEFAULT_TIME_ZONE)
    await use({ now: () => pass(0), dateIn, pass })
  },

  allowRefusal: async ({ complaints }, use) => {
    await use(complaints.allow)
  },

  allowOffline: async ({ complaints }, use) => {
    await use(complaints.allowOffline)
  },

  axe: async ({ page }, use) => {
    await use(async (other = page, only) => {
      if (process.env.PROOF !== '1') return
      await settled(other)
      // No frame of ours has another origin. The mode without such frames sees the same and takes half the time, because it opens no page
      // of its own.
      const looking = new AxeBuilder({ page: other }).setLegacyMode(true)
      const { violations } = await (only === undefined ? looking.withTags(wcag) : looking.withRules(ofColours)).analyze()
      const lines = violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
      )
      expect(lines, 'what axe found').toEqual([])
    })
  },
})

/** Waits for the end of every transition: a person never reads a screen in the middle of one. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    await frame()
    await frame()
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // A paused animation never ends.
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), new Promise((late) => setTimeout(late, 2000))])
    await frame()
  })

/** The rules for A and AA that depend on colours. */
const ofColours = ['color-contrast', 'link-in-text-block']

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const POLICY = 'content security policy: '

async function watch(
  context: BrowserContext,
  hear: (complaint: { text: string; refused?: { status: number; address: string } }) => void,
): Promise<void> {
  await context.addInitScript((mark) => {
    addEventListener('securitypolicyviolation', (event) => console.error(mark, event.effectiveDirective, event.blockedURI, event.sample))
  }, POLICY)
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const address = message.location().url
    const text = `console ${message.type()}: ${message.text()} (${address})`
    const status = /^Failed to load resource: the server responded with a status of ([45]\d\d)/.exec(message.text())?.[1]
    hear(status === undefined ? { text } : { text, refused: { status: Number(status), address } })
  })
  context.on('weberror', (error) => hear({ text: `uncaught: ${error.error().stack ?? error.error().message}` }))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // When a page is left, the browser cancels its open requests. That is not an error of the page.
    if (reason !== 'net::ERR_ABORTED') hear({ text: `request failed: ${request.method()} ${request.url()} ${reason}` })
  })
}
