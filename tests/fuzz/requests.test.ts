import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeOwnersSecondFactor } from '#contract/office/mall-calls.ts'
import { confirmSignUp, totp } from '#contract/sign-in/calls.ts'
import { confirmSecondFactor, removeSecondFactor } from '#contract/sign-in/own-account-calls.ts'
import { removeStaffSecondFactor } from '#contract/staff/calls.ts'
import { type FuzzedApp, seed, startFuzzedApp } from './fuzzed-app.ts'
import { sharesOf, tellFaults, tellShares } from './report.ts'
import { type Findings, fuzz } from './run.ts'

/** Generated requests over every call of the served document and every kind of caller. */

/** The number in `npm test`; `FUZZ_REQUESTS` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5000)
/** The least percentage of requests that must succeed: a run whose requests are all refused proves nothing. */
const FEWEST_LET_IN = 20
/** The least percentage of requests that must reach a story, which then accepts or refuses them. */
const FEWEST_HEARD = 40
/** In the demo these never succeed: it asks for no second factor, and opens a sign-up at once. */
const NEVER_LET_IN = [
  confirmSignUp.name,
  totp.name,
  confirmSecondFactor.name,
  removeSecondFactor.name,
  removeOwnersSecondFactor.name,
  removeStaffSecondFactor.name,
]

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
  test('never cause a server error; refusals use the envelope and successes match the document', () => {
    expect(findings.sent).toBeGreaterThanOrEqual(REQUESTS)
    expect(tellFaults(findings)).toEqual([])
  })

  test('succeed at least once for every call, and for a good part of all requests', () => {
    const neverLetIn = [...findings.letIn].filter(([, count]) => count === 0).map(([call]) => call)
    expect(neverLetIn.toSorted()).toEqual(NEVER_LET_IN.toSorted())
    const { letIn, heard } = sharesOf(findings)
    expect(letIn).toBeGreaterThanOrEqual(FEWEST_LET_IN)
    expect(heard).toBeGreaterThanOrEqual(FEWEST_HEARD)
  })

  test('leave no error in the log, and a server that stops gently', async () => {
    expect(await app.stop()).toBe(0)
    expect(app.complaints()).toEqual([])
  })
})
