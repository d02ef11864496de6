import { createServer } from 'node:http'
import type { Log } from '../../server/kit/log.ts'
import { startApp, type TestApp } from './app.ts'

/** The address that production is reached by in the tests; the app itself listens on another one. */
export const PUBLIC_URL = 'https://queue.example.in'

/** The operator's account that production makes at its first start. */
export const operator = { email: 'operator@example.in', password: 'a long password of nobody' }

/** The settings of production in the tests. */
export const productionSettings = {
  NODE_ENV: 'production',
  // Asked for by the settings; the test database stands in for it.
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  PUBLIC_URL,
  SUPERADMIN_EMAIL: operator.email,
  SUPERADMIN_PASSWORD: operator.password,
  MSG91_AUTH_KEY: 'a key of nobody',
  MSG91_TEMPLATE_OTP: 'otp',
  MSG91_TEMPLATE_TOKEN: 'token',
  MSG91_TEMPLATE_CALL: 'call',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Red Carpet <queue@example.in>',
  MSG91_TEMPLATE_REFUND: 'refund',
}

/** Production with an SMS vendor that keeps what it is handed. */
export interface ProductionApp extends TestApp {
  /** The code that went to a mobile last. */
  codeOf(mobile: string): string | undefined
}

/** The vendor's answer to each message, as text of a person's number would stand in it where it refuses. */
type VendorAnswer = (mobile: string) => { type: 'success' | 'error'; message: string }

/** Starts the product in production mode over the test database: no demo data, a vendor of our own instead of the real one. */
export async function productionApp({
  log,
  env = {},
  answer = () => ({ type: 'success', message: 'taken' }),
}: {
  log?: Log
  env?: Record<string, string>
  answer?: VendorAnswer
} = {}): Promise<ProductionApp> {
  const codes = new Map<string, string>()
  const vendor = createServer(async (request, reply) => {
    let text = ''
    for await (const part of request) text += part
    const { recipients } = JSON.parse(text) as { recipients: [{ mobiles: string; VAR1: string }] }
    const mobile = recipients[0].mobiles.replace(/^91/, '')
    codes.set(mobile, recipients[0].VAR1)
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer(mobile)))
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const at = vendor.address()
  if (at === null || typeof at === 'string') throw new Error('the vendor does not listen on a port')
  const app = await startApp({
    ...(log ? { log } : {}),
    env: {
      ...productionSettings,
      MSG91_URL: `http://127.0.0.1:${at.port}`,
      ...env,
    },
  })
  return {
    ...app,
    codeOf: (mobile) => codes.get(mobile),
    async stop() {
      await app.stop()
      vendor.closeAllConnections()
      await new Promise((resolve) => vendor.close(resolve))
    },
  }
}
