import { expect, test } from 'vitest'
import { reportCsp } from '#contract/http/calls.ts'
import { openLog } from '#server/kit/log.ts'
import { send } from '#tests/support/calls/client.ts'
import { startApp } from '#tests/support/server/app.ts'

test('at most twenty reports about the content security policy are logged in a minute', async () => {
  const lines: string[] = []
  const app = await startApp({ log: openLog('warn', { write: (line) => void lines.push(line) }) })
  try {
    const report = JSON.stringify({ 'csp-report': { 'blocked-uri': 'inline' } })
    const headers = { 'content-type': 'application/csp-report' }
    for (let i = 0; i < 70; i += 1) expect((await send(app.address, reportCsp, { body: report }, { headers })).status).toBe(204)
    const told = lines.filter((line) => line.includes('content security policy report')).length
    // A minute can end while the test runs.
    expect([20, 40]).toContain(told)
  } finally {
    await app.stop()
  }
})
