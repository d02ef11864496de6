import type { Log } from '#server/kit/log.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { openMsg91 } from '#tests/support/vendors/msg91.ts'

/** The public address of production in the tests; the app itself listens on another one. */
export const PUBLIC_URL = 'https://queue.example.in'

/** The super administrator's account that production makes at its first start. */
export const operator = { email: 'operator@example.in', password: 'a long password of nobody' }

export const productionSettings = {
  NODE_ENV: 'production',
  // Production requires this setting; the test database is used instead.
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

/** Production with an SMS vendor that keeps the passcodes it receives. */
export interface ProductionApp extends TestApp {
  /** The code that was last sent to a mobile. */
  codeOf(mobile: string): string | undefined
}

interface Answered {
  type: 'success' | 'error'
  message: string
}

/** The vendor answers at once or later. A refusal may contain a person's mobile number. */
export type VendorAnswer = (mobile: string) => Answered | Promise<Answered>

/** Starts the product in production mode over the test database: no demo data, and a local vendor instead of the real one. */
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
  const vendor = await openMsg91(async ({ mobile, values }) => {
    codes.set(mobile, values.VAR1 ?? '')
    return { body: await answer(mobile) }
  })
  const app = await startApp({
    ...(log ? { log } : {}),
    env: {
      ...productionSettings,
      MSG91_URL: vendor.url,
      ...env,
    },
  })
  return {
    ...app,
    codeOf: (mobile) => codes.get(mobile),
    async stop() {
      await app.stop()
      await vendor.close()
    },
  }
}
