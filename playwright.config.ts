import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { browserServer } from './tests/support/browser-server.ts'

const { address, env } = await browserServer()
const chromium = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  // This ending keeps the journeys away from Vitest.
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalTeardown: './tests/support/browser-teardown.ts',
  // One server with one database: journeys would change each other's queues.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  globalTimeout: 15 * 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: address,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      // Chromium's sandbox does not work for root, nor in most containers.
      args: process.getuid?.() === 0 || process.env.CI !== undefined ? ['--no-sandbox'] : [],
    },
  },
  webServer: {
    command: `"${process.execPath}" server/main.ts`,
    url: `${address}/ready`,
    env,
    timeout: 60_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
