import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { productionSettings } from '#tests/support/server/production.ts'
import { gatewaysOf } from './gateways-of.ts'

const sourcesWith = (env: Record<string, string>) =>
  gatewaysOf(readConfig({ ...productionSettings, SECRET_KEY: 'a key for tests, not for anybody else', ...env }, [])).flatMap(
    ({ name, checkoutSources }) => (checkoutSources ? [[name, checkoutSources] as const] : []),
  )

test('the payment page in production may load the script of its vendor and talk to that vendor, and to no one else', () => {
  const found = sourcesWith({})
  expect(found.map(([name, { script }]) => [name, script[0]])).toEqual([
    ['razorpay', 'https://checkout.razorpay.com'],
    ['cashfree', 'https://sdk.cashfree.com'],
  ])
  for (const [name, sources] of found)
    for (const origin of Object.values(sources).flat()) expect(origin).toMatch(new RegExp(`^https://[a-z-]+\\.${name}\\.com$`))
})

test('a script at another domain brings that origin alone, also if its name ends like the vendor’s', () => {
  const origin = 'https://evilrazorpay.com'
  const [[, sources] = []] = sourcesWith({ RAZORPAY_CHECKOUT_URL: `${origin}/x.js` })
  expect(sources).toEqual({ script: [origin], frame: [origin], connect: [origin], form: [origin] })
})
