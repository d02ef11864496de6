import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callsByName } from '#contract/calls.ts'
import { cancelTicket, confirmPayment, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { checkPayment } from '#contract/payments/gateway-calls.ts'
import { readToken } from '#contract/queue/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { type AnyReply, type Credentials, type KnownCall, type LooseParts, sendLoosely } from '#tests/support/calls/client.ts'
import { type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { newTenant, type Tenant } from '#tests/support/people/tenants.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { markRequests, overhear, type Statement } from '#tests/support/server/statements.ts'

/** Calls that a shopper or an account may make, with both credentials: a member of staff has tried the queue in the same browser. */

let app: TestApp
let statements: () => readonly Statement[]
let own: Tenant
let stranger: Shopper
beforeAll(async () => {
  app = await startApp()
  markRequests(app.running.app.server)
  statements = overhear(app.database.db)
})
beforeEach(async () => {
  own = await newTenant(app)
  stranger = await verifiedShopper(app.address)
})
afterAll(() => app.stop())

const calls: Readonly<Record<string, [call: KnownCall, parts: (ids: Tenant['ids']) => LooseParts]>> = {
  [readToken.name]: [readToken, ({ mobile, shop }) => ({ query: { phone: mobile, shopId: shop } })],
  [readPass.name]: [readPass, ({ ticket }) => ({ id: ticket })],
  [cancelTicket.name]: [cancelTicket, ({ ticket }) => ({ id: ticket })],
  [readPayment.name]: [readPayment, ({ payment }) => ({ id: payment })],
  [confirmPayment.name]: [confirmPayment, ({ openPayment }) => ({ id: openPayment })],
  [checkPayment.name]: [checkPayment, ({ payment }) => ({ id: payment })],
  [readReceipt.name]: [readReceipt, ({ receipt }) => ({ id: receipt })],
}
function send(name: string, { ids }: Tenant, who: Credentials): Promise<AnyReply> {
  const known = calls[name]
  if (!known) throw new Error(`no call is named ${name}`)
  const [call, parts] = known
  return sendLoosely(app.address, call, parts(ids), who)
}
/** The statements of requests on the rows of a mall, and whether each ran behind the wall. Workers belong to no tenant. */
const ofTheMall = (asked: readonly Statement[]) =>
  asked
    .filter(({ text, inRequest }) => inRequest && /(?:from|update|into) "?(?:ticket|payment|receipt)\b/.test(text))
    .map(({ text, tenant }) => ({ text, walled: tenant !== null }))

test('every call that either credential may make is tested here', () => {
  const either = Object.entries(callsByName).filter(([, { by }]) => by === 'either')
  expect(Object.keys(calls).sort()).toEqual(either.map(([name]) => name).sort())
})

describe.each(Object.keys(calls))('%s', (name) => {
  test('with staff and the cookie of a stranger runs for the account, behind its wall', async () => {
    const before = statements().length
    const answer = await send(name, own, { ...own.staff, cookie: stranger.cookie })
    expect(answer.status).toBe(200)
    const asked = ofTheMall(statements().slice(before))
    // Captures belong to no tenant: the mall of the payment was read before, behind the wall.
    const ofTheStory = name.endsWith('/confirm') ? asked.slice(0, asked.findIndex(({ walled }) => walled) + 1) : asked
    expect(ofTheStory.at(-1)).toMatchObject({ walled: true })
    expect(ofTheStory.filter(({ text, walled }) => !walled && !text.startsWith('select'))).toEqual([])
  })

  test('with a foreign account and the shopper’s own cookie runs for the shopper', async () => {
    if (name.endsWith('/confirm'))
      return expect((await send(name, own, { ...own.staff, cookie: own.shopper.cookie ?? '' })).status).toBe(200)
    const other = await newTenant(app)
    const answer = await send(name, own, { ...other.staff, cookie: own.shopper.cookie ?? '' })
    expect(answer.status).toBe(200)
  })

  test('with a foreign account and a stranger’s cookie is refused, and the reach is in the audit', async () => {
    const other = await newTenant(app)
    const onRecord = () => app.database.db.selectFrom('audit').select('id').where('mallId', '=', own.ids.mall).execute()
    const before = (await onRecord()).length
    const [alone, both] = [await send(name, own, other.staff), await send(name, own, { ...other.staff, cookie: stranger.cookie })]
    expect([both.status, both.body.code]).toEqual([alone.status, alone.body.code])
    expect(both.status).toBe(404)
    expect((await onRecord()).length - before).toBe(2)
  })
})
