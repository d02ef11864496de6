import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsByName } from '#contract/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { type Credentials, sendLoosely } from '#tests/support/calls/client.ts'
import { addRivals, type CallerName, callerNames, introductions } from '#tests/support/people/callers.ts'
import { placesDigest } from '#tests/support/people/digest.ts'
import { PASSWORD, type PlaceRow, placeRows } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { type Asked, askedBesideWall, callsBehindWall, tenantCalls, writeDownWhatIsAsked } from '#tests/support/server/asked.ts'

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

const spoken = (row: PlaceRow) => row.call.name.replace(/:(\w+)/g, '{$1}') + (row.note ?? '')
const reaches = () => app.database.db.selectFrom('audit').selectAll().where('action', '=', 'reach.refused').orderBy('id').execute()

describe('the matrix of places', () => {
  for (const row of placeRows) {
    for (const [i, caller] of callerNames.entries()) {
      const status = row.answers[i] ?? 0
      test(`${spoken(row)}: ${caller} → ${status}`, async () => {
        const parts = await row.prepare(app)
        const before = await placesDigest(app.database)
        const noted = await reaches()
        const answer = await sendLoosely(app.address, row.call, parts, standing.get(caller))
        expect(answer.status, JSON.stringify(answer.body)).toBe(status)
        expect(JSON.stringify(answer.body), 'no answer contains a password').not.toContain(PASSWORD)
        const news = (await reaches()).slice(noted.length)
        if (status < 400) {
          expect(news).toEqual([])
          return
        }
        expect(answer.body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) })
        expect(await placesDigest(app.database), 'a refused call changes nothing').toBe(before)
        // A caller who is refused for the role does not reach another tenant.
        const mayAsk = (role: 'staff' | 'owner') => callsByName[row.call.name].roles?.includes(role) === true
        const reached =
          (caller === 'the owner of another mall' && mayAsk('owner')) || (caller === 'staff of another shop' && mayAsk('staff'))
        expect(news.map(({ mallId, detail }) => [mallId, (detail as { call: string }).call])).toEqual(
          reached ? [[DEMO_MALL, row.call.name]] : [],
        )
      })
    }
  }

  test('every story of staff and owners is behind the wall', () => {
    expect(callsBehindWall(asked)).toEqual(tenantCalls(placeRows.map((row) => row.call.name)))
    expect(askedBesideWall(asked)).toEqual([])
  })

  for (const row of placeRows.filter((row) => row.call.by !== 'none')) {
    test(`${spoken(row)}: an unknown bearer → 401`, async () => {
      const parts = await row.prepare(app)
      expect((await sendLoosely(app.address, row.call, parts, { bearer: 'A'.repeat(43) })).status).toBe(401)
    })
  }
})
