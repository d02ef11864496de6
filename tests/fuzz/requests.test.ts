import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FuzzedApp, size, startFuzzedApp, tellSize } from './fuzzed-app.ts'
import { NEVER_LET_IN } from './never-let-in.ts'
import { sharesOf, tellFaults, tellShares } from './report.ts'
import { type Findings, fuzz } from './run.ts'

/** The least percentage of requests that must succeed: a run whose requests are all refused proves nothing. */
const FEWEST_LET_IN = 20
/** The least percentage of requests that must reach a story. */
const FEWEST_HEARD = 40

let app: FuzzedApp
let findings: Findings
beforeAll(async () => {
  app = await startFuzzedApp()
  tellSize()
  findings = await fuzz({ address: app.address, ...size, neverLetIn: NEVER_LET_IN })
  console.log(tellShares(findings))
}, 600_000)
afterAll(() => app.cleanUp())

/**
 * Two things happen on a slow machine, and end well. Sixteen requests at once can lock a row for a second; the worker that meets it says
 * so and tries again. PostgreSQL ends the transaction of a relay that stood still for too long, which is then tried again.
 */
const isOfSlowMachine = /canceling statement due to lock timeout|not queryable.*relay failed, trying again/

describe('generated requests', () => {
  test('never cause a server error; refusals use the envelope and successes match the document', () => {
    expect(findings.sent).toBeGreaterThanOrEqual(size.requests)
    expect(tellFaults(findings).join('\n')).toBe('')
  })

  test('succeed at least once for every call, and for a good part of all requests', () => {
    const neverLetIn = [...findings.letIn].filter(([, count]) => count === 0).map(([call]) => call)
    expect(neverLetIn.filter((call) => !NEVER_LET_IN.includes(call))).toEqual([])
    const { letIn, heard } = sharesOf(findings)
    expect(letIn).toBeGreaterThanOrEqual(FEWEST_LET_IN)
    expect(heard).toBeGreaterThanOrEqual(FEWEST_HEARD)
  })

  test('leave no error in the log, and a server that stops gently', async () => {
    expect(await app.stop()).toBe(0)
    // As one text: the end of a run on a build machine shows only the message of a failure.
    const complaints = app.complaints().filter((line) => !isOfSlowMachine.test(line))
    expect(complaints.join('\n')).toBe('')
  })
})
