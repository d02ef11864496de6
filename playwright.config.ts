import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { browserServers, SIDE_BY_SIDE } from './tests/support/browser/browser-server.ts'

const servers = await browserServers()
const chromium = findChromium()

export default defineConfig({
  testDir: 'tests',
  // This ending keeps the journeys away from Vitest. The proof runs all of them, with axe on each screen; the gate runs those of one folder.
  testMatch: process.env.PROOF === '1' ? '**/*.e2e.ts' : 'e2e/*.e2e.ts',
  outputDir: 'test-results',
  globalTeardown: './tests/support/browser/browser-teardown.ts',
  workers: SIDE_BY_SIDE,
  // Within a file one after the other: they share their server with its database.
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A journey takes 5 to 20 seconds alone.
  timeout: 600_000,
  // Before `scripts/suites.ts` kills it, so that it still says which journeys failed.
  globalTimeout: 55 * 60_000,
  // No promise is about seconds: a busy machine takes ten times as long as a quiet one.
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A trace takes as long as the journey itself; `--trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      // Chromium's sandbox does not work for root, nor in most containers.
      args: process.getuid?.() === 0 || process.env.CI !== undefined ? ['--no-sandbox'] : [],
    },
  },
  webServer: servers.map(({ address, env }) => ({
    command: `"${process.execPath}" tests/support/browser/server-child.ts`,
    url: `${address}/ready`,
    env,
    timeout: 180_000,
    stdout: 'ignore' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
  })),
})
