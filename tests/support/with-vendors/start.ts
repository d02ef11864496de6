import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { changeGateway } from '#contract/payments/gateway-calls.ts'
import { login } from '#contract/sign-in/calls.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { WebAssets } from '#server/http/pages/page.ts'
import { run } from '#server/process.ts'
import { sentenceOf } from '#server/startup-error.ts'
import { ask } from '#tests/support/calls/client.ts'
import { movableClock, withClock } from '#tests/support/server/movable-clock.ts'
import { openCashfree } from '#tests/support/vendors/cashfree.ts'
import { openCheckoutPages } from '#tests/support/vendors/checkout-pages.ts'
import { openRazorpay } from '#tests/support/vendors/razorpay.ts'
import { openVendorDesk } from './vendor-desk.ts'
import { deliverWebhooks } from './webhooks.ts'

const MALL = 'phoenix-mall'

/**
 * The demo with Razorpay and Cashfree played on this machine, for development. The demo mall has test keys of both, their webhooks are
 * delivered, and another page is the bank and the clock. Exits with a sentence in production, where nothing may be played.
 *
 * It has a database of its own, which it deletes when it ends: the played vendors forget their orders then.
 */
export async function startDemoWithVendors(openWeb: () => WebAssets): Promise<void> {
  const args = process.argv.slice(2)
  const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-with-vendors-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const vendors = { razorpay: await openRazorpay(), cashfree: await openCashfree() }
  const checkout = await openCheckoutPages(vendors)
  const clock = movableClock()
  let config: Config | undefined
  const readSettings = () => {
    config = readConfig({ ...process.env, ...settingsOf(dataDir, vendors, checkout.url) }, args)
    return config
  }
  await run(readSettings, openWeb, { clock, database: (opened) => withClock(opened, clock) })
  if (config === undefined) return
  const address = `http://127.0.0.1:${config.port}`
  const { body } = await ask(address, login, { body: { email: demoAccounts.owner.email, password: DEMO_PASSWORD } })
  for (const name of ['razorpay', 'cashfree'] as const)
    await ask(address, changeGateway, { id: MALL, body: { name, on: true, ...vendors[name].keys } }, { bearer: body.token })
  const webhooks = deliverWebhooks(vendors, { address, mallId: MALL })
  await openVendorDesk({ vendors, webhooks, clock }, config.port + 1).catch((error) => {
    console.error(sentenceOf(error))
    process.exit(1)
  })
  console.log(`  ${'Vendors'.padEnd(9)} http://127.0.0.1:${config.port + 1}/   Razorpay and Cashfree are played: here you are the bank\n`)
}

/** In production, the environment stays as it is: its own settings, or the refusal of the flag, are then what counts. */
function settingsOf(
  dataDir: string,
  { razorpay, cashfree }: Record<'razorpay' | 'cashfree', { url: string }>,
  checkoutUrl: string,
): Record<string, string> {
  if (process.env.NODE_ENV === 'production') return {}
  return {
    ...{ DATA_DIR: dataDir, DATABASE_URL: '', DATABASE_SESSION_URL: '', REDIS_URL: '', HOST: '127.0.0.1' },
    ...{ RAZORPAY_API_URL: razorpay.url, RAZORPAY_CHECKOUT_URL: `${checkoutUrl}/razorpay.js` },
    ...{ CASHFREE_API_URL: cashfree.url, CASHFREE_SCRIPT_URL: `${checkoutUrl}/cashfree.js` },
  }
}
