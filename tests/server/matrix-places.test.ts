import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Policy, policies } from '../../contract/permissions.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Asked, askedBesideWall, callsBehindWall, tenantCalls, writeDownWhatIsAsked } from '../support/asked.ts'
import { addRivals, type CallerName, callerNames, introductions } from '../support/callers.ts'
import { placesDigest } from '../support/digest.ts'
import { type Credentials, call } from '../support/people.ts'
import { PASSWORD, type PlaceRow, placeRows } from '../support/place-rows.ts'

/** The matrix's rows about accounts, malls and shops, over HTTP: every call × every caller. */

let app: TestApp
let asked: Asked[]
const standing = new Map<CallerName, Credentials>()
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  const introduce = introductions(app.address)
  for (const name of callerNames) standing.set(name, await introduce(name))
  asked = writeDownWhatIsAsked(app)
})
afterAll(() => app.stop())

const spoken = (row: PlaceRow) => row.call.replace(/:(\w+)/g, '{$1}') + (row.note ?? '')
const methodOf = (row: PlaceRow) => row.call.split(' ')[0] ?? ''
const reaches = () => app.database.db.selectFrom('audit').selectAll().where('action', '=', 'reach.refused').orderBy('id').execute()

describe('the matrix of places', () => {
  for (const row of placeRows) {
    for (const [i, caller] of callerNames.entries()) {
      const status = row.answers[i] ?? 0
      test(`${spoken(row)}: ${caller} → ${status}`, async () => {
        const { path, body } = await row.prepare(app)
        const before = await placesDigest(app.database)
        const noted = await reaches()
        const answer = await call(app.address, methodOf(row), path, body, standing.get(caller))
        expect(answer.status, JSON.stringify(answer.body)).toBe(status)
        expect(JSON.stringify(answer.body), 'no password is ever answered').not.toContain(PASSWORD)
        const news = (await reaches()).slice(noted.length)
        if (status < 400) {
          expect(news).toEqual([])
          return
        }
        expect(answer.body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) })
        expect(await placesDigest(app.database), 'a refused call changes nothing').toBe(before)
        // Who is stopped for the role never got as far as another's door.
        const reached = caller === 'the owner of another mall' && (policies[row.call] as Policy).roles?.includes('owner') === true
        expect(news.map(({ mall_id, detail }) => [mall_id, (detail as { call: string }).call])).toEqual(
          reached ? [[DEMO_MALL, row.call]] : [],
        )
      })
    }
  }

  test('the wall stands before every story of staff and owners', () => {
    expect(callsBehindWall(asked)).toEqual(tenantCalls(placeRows.map((row) => row.call)))
    expect(askedBesideWall(asked)).toEqual([])
  })

  for (const row of placeRows.filter((row) => (policies[row.call] as Policy).by !== 'none')) {
    test(`${spoken(row)}: a bearer that nobody was given → 401`, async () => {
      const { path, body } = await row.prepare(app)
      expect((await call(app.address, methodOf(row), path, body, { bearer: 'A'.repeat(43) })).status).toBe(401)
    })
  }
})
