import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FuzzedApp, seed, startFuzzedApp } from './fuzzed-app.ts'
import { sharesOf, tellFaults, tellShares } from './report.ts'
import { type Findings, fuzz } from './run.ts'

/** Generated requests over every call of the served document and every kind of caller. */

/** In `npm test`; the build machine sends 20,000 (`FUZZ_REQUESTS`). */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5000)
/** Of a hundred answers, so many are let in at least: a run that never gets past the door proves nothing. */
const FEWEST_LET_IN = 20
/** And so many of a hundred get as far as a story, which lets them in or refuses them. */
const FEWEST_HEARD = 40
/** The demo asks for no second factor. */
const NEVER_LET_IN = ['POST /api/auth/totp']

let app: FuzzedApp
let findings: Findings
beforeAll(async () => {
  app = await startFuzzedApp()
  console.log(`${REQUESTS} requests from the seed ${seed}; again with FUZZ_SEED=${seed} FUZZ_REQUESTS=${REQUESTS}`)
  findings = await fuzz({ address: app.address, seed, requests: REQUESTS })
  console.log(tellShares(findings))
}, 600_000)
afterAll(() => app.cleanUp())

describe('generated requests', () => {
  test('never fail, are refused in the envelope alone, and are let in with what the document promises', () => {
    expect(findings.sent).toBeGreaterThanOrEqual(REQUESTS)
    expect(tellFaults(findings)).toEqual([])
  })

  test('get in: every call at least once, and a good part of all', () => {
    expect([...findings.letIn].filter(([, count]) => count === 0).map(([call]) => call)).toEqual(NEVER_LET_IN)
    const { letIn, heard } = sharesOf(findings)
    expect(letIn).toBeGreaterThanOrEqual(FEWEST_LET_IN)
    expect(heard).toBeGreaterThanOrEqual(FEWEST_HEARD)
  })

  test('leave nothing behind: no complaint in the log, and a server that stops gently', async () => {
    expect(await app.stop()).toBe(0)
    expect(app.complaints()).toEqual([])
  })
})
