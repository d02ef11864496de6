import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '../../contract/permissions.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { tenantDigest } from '../support/digest.ts'
import { type Answer, call } from '../support/people.ts'
import { newTenant, type Slot, slots, type Tenant } from '../support/tenants.ts'

/** Two tenants beside each other: whoever puts an id of the other into a path, a body, a query or a watch reads and changes nothing there. */

let app: TestApp
let tenants: readonly [Tenant, Tenant]
beforeAll(async () => {
  app = await startApp()
  tenants = [await newTenant(app), await newTenant(app)]
  // What is still to be sent would change the rows by itself.
  await app.running.tick()
  await app.running.tick()
}, 60_000)
afterAll(() => app.stop())

type Ids = Record<Slot, string>
type Who = 'owner' | 'staff' | 'shopper'
interface Template {
  name: CallName | 'socket watch'
  who: readonly Who[]
  /** Which ids it is made of; one of them at least is the other tenant's. */
  uses: readonly Slot[]
  send: (ids: Ids) => { path: string; body?: unknown }
  /** Only all of them together mean the other tenant. */
  together?: true
  /** The other tenant is not named: a person may stand in several lines. */
  unnamed?: true
  /** Anyone may call it: it answers, but nothing that is private. */
  open?: true
}

const desk = ['owner', 'staff'] as const
const everybody = ['owner', 'staff', 'shopper'] as const
const item = (ids: Ids) => `${ids.mall}/${encodeURIComponent(ids.shopName)}`
const mallForm = { title: 'Taken', description: '', image: '', email: 'taken@places.test', role: 'owner' }
const login = { email: 'taken@places.test', password: 'a word of the taker', role: 'shop' }
const ticketActions: readonly Template[] = (['call', 'complete', 'no-show', 'undo', 'cancel'] as const).flatMap((action) =>
  (['ticket', 'calledTicket', 'unpaidTicket'] as const).map((slot) => ({
    name: `POST /api/tickets/:id/${action}` as const,
    who: action === 'cancel' ? everybody : desk,
    uses: [slot],
    send: (ids) => ({ path: `/api/tickets/${ids[slot]}/${action}`, body: {} }),
  })),
)
const staffActions: readonly Template[] = (['disable', 'enable', 'reset'] as const).map((action) => ({
  name: `POST /api/staff/:id/${action}` as const,
  who: desk,
  uses: ['account', 'shop'],
  send: (ids) => ({ path: `/api/staff/${ids.account}/${action}`, body: { shopId: ids.shop } }),
}))

const templates: readonly Template[] = [
  ...ticketActions,
  ...staffActions,
  { name: 'GET /api/missed/:id', who: desk, uses: ['shop'], send: ({ shop }) => ({ path: `/api/missed/${shop}` }) },
  { name: 'GET /api/get-data/:id', who: desk, uses: ['shop'], send: ({ shop }) => ({ path: `/api/get-data/${shop}` }) },
  {
    name: 'GET /api/get-token',
    who: everybody,
    uses: ['mobile', 'shop'],
    send: ({ mobile, shop }) => ({ path: `/api/get-token?phone=${mobile}&shopId=${shop}` }),
  },
  {
    name: 'GET /api/get-token',
    who: everybody,
    uses: ['mobile'],
    send: ({ mobile }) => ({ path: `/api/get-token?phone=${mobile}` }),
    unnamed: true,
  },
  { name: 'GET /api/tickets/:id', who: everybody, uses: ['ticket'], send: ({ ticket }) => ({ path: `/api/tickets/${ticket}` }) },
  { name: 'GET /api/payments/:id', who: everybody, uses: ['payment'], send: ({ payment }) => ({ path: `/api/payments/${payment}` }) },
  {
    name: 'POST /api/payments/:id/hand-back',
    who: desk,
    uses: ['payment'],
    send: ({ payment }) => ({ path: `/api/payments/${payment}/hand-back`, body: {} }),
  },
  { name: 'GET /api/hand-backs/:id', who: desk, uses: ['shop'], send: ({ shop }) => ({ path: `/api/hand-backs/${shop}` }) },
  { name: 'GET /api/receipts/:id', who: everybody, uses: ['receipt'], send: ({ receipt }) => ({ path: `/api/receipts/${receipt}` }) },
  {
    name: 'POST /api/payments',
    who: ['shopper'],
    uses: ['unpaidTicket'],
    send: ({ unpaidTicket }) => ({ path: '/api/payments', body: { ticketId: unpaidTicket } }),
  },
  {
    name: 'POST /api/payments/:id/confirm',
    who: everybody,
    uses: ['openPayment'],
    send: ({ openPayment }) => ({ path: `/api/payments/${openPayment}/confirm`, body: {} }),
  },
  {
    name: 'POST /api/send-message',
    who: desk,
    uses: ['mobile', 'ticket'],
    send: ({ mobile, ticket }) => ({ path: '/api/send-message', body: { number: mobile, ticketId: ticket } }),
  },
  {
    name: 'POST /api/send-message',
    who: desk,
    uses: ['mobile'],
    send: ({ mobile }) => ({ path: '/api/send-message', body: { number: mobile } }),
    unnamed: true,
  },
  {
    name: 'POST /api/start-countdown',
    who: desk,
    uses: ['calledMobile', 'shop'],
    send: ({ calledMobile, shop }) => ({ path: '/api/start-countdown', body: { phoneNumber: calledMobile, shopId: shop, duration: 3000 } }),
  },
  { name: 'PUT /api/shops/:id', who: desk, uses: ['mall'], send: ({ mall }) => ({ path: `/api/shops/${mall}`, body: mallForm }) },
  { name: 'DELETE /api/shops/:id', who: desk, uses: ['mall'], send: ({ mall }) => ({ path: `/api/shops/${mall}` }) },
  {
    name: 'POST /api/shops/:id/menu',
    who: desk,
    uses: ['mall'],
    send: ({ mall }) => ({
      path: `/api/shops/${mall}/menu`,
      body: { ...login, name: 'Taken', description: '', image: '', link: '', shopconpassword: login.password },
    }),
  },
  {
    name: 'PUT /api/shops/update-menu-item/:shopId/:itemName',
    who: desk,
    uses: ['mall', 'shopName'],
    send: (ids) => ({ path: `/api/shops/update-menu-item/${item(ids)}`, body: { newName: 'Taken', newEmail: login.email } }),
  },
  {
    name: 'DELETE /api/shops/delete-menu-item/:shopId/:itemName',
    who: desk,
    uses: ['mall', 'shopName'],
    send: (ids) => ({ path: `/api/shops/delete-menu-item/${item(ids)}` }),
  },
  {
    name: 'POST /api/display',
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ path: '/api/display', body: { displayid: shop, pText: 'T' } }),
  },
  { name: 'PUT /api/display/:id', who: desk, uses: ['shop'], send: ({ shop }) => ({ path: `/api/display/${shop}`, body: { pText: 'T' } }) },
  { name: 'GET /api/settings/:id', who: desk, uses: ['shop'], send: ({ shop }) => ({ path: `/api/settings/${shop}` }) },
  {
    name: 'PUT /api/settings/:id',
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ path: `/api/settings/${shop}`, body: { baseFeePaise: 0 } }),
  },
  {
    name: 'POST /api/counters',
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ path: '/api/counters', body: { shopId: shop, name: 'Taken' } }),
  },
  {
    name: 'PUT /api/counters/:id',
    who: desk,
    uses: ['counter'],
    send: ({ counter }) => ({ path: `/api/counters/${counter}`, body: { name: 'Taken', isOpen: false } }),
  },
  { name: 'DELETE /api/counters/:id', who: desk, uses: ['counter'], send: ({ counter }) => ({ path: `/api/counters/${counter}` }) },
  { name: 'GET /api/malls/:id/overview', who: desk, uses: ['mall'], send: ({ mall }) => ({ path: `/api/malls/${mall}/overview` }) },
  {
    name: 'PUT /api/malls/:id',
    who: desk,
    uses: ['mall'],
    send: ({ mall }) => ({ path: `/api/malls/${mall}`, body: { title: 'Taken', gstin: '' } }),
  },
  { name: 'GET /api/staff', who: desk, uses: ['shop'], send: ({ shop }) => ({ path: `/api/staff?shopId=${shop}` }) },
  {
    name: 'POST /api/staff',
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ path: '/api/staff', body: { shopId: shop, name: 'Taker', email: login.email } }),
  },
  {
    name: 'GET /api/poster/:id',
    who: desk,
    uses: ['shop', 'counter'],
    send: ({ shop, counter }) => ({ path: `/api/poster/${shop}?counter=${counter}` }),
  },
  { name: 'POST /api/qrcode/:id/made', who: desk, uses: ['shop'], send: ({ shop }) => ({ path: `/api/qrcode/${shop}/made`, body: {} }) },
  { name: 'GET /api/shops', who: everybody, uses: ['mall'], send: () => ({ path: '/api/shops' }), open: true },
  { name: 'GET /api/shops/:id', who: everybody, uses: ['mall'], send: ({ mall }) => ({ path: `/api/shops/${mall}` }), open: true },
  { name: 'GET /api/display/:id', who: everybody, uses: ['shop'], send: ({ shop }) => ({ path: `/api/display/${shop}` }), open: true },
  {
    name: 'GET /api/storefront/:id',
    who: everybody,
    uses: ['shop'],
    send: ({ shop }) => ({ path: `/api/storefront/${shop}` }),
    open: true,
  },
  {
    name: 'GET /api/get-countdown',
    who: everybody,
    uses: ['shop'],
    send: ({ shop }) => ({ path: `/api/get-countdown?shopId=${shop}` }),
    open: true,
  },
  { name: 'socket watch', who: everybody, uses: ['ticket'], send: ({ ticket }) => ({ path: '', body: { ticketId: ticket } }) },
  { name: 'socket watch', who: everybody, uses: ['shop'], send: ({ shop }) => ({ path: '', body: { shopId: shop, staff: true } }) },
  {
    name: 'socket watch',
    who: everybody,
    uses: ['shop', 'ticket'],
    send: ({ shop, ticket }) => ({ path: '', body: { shopId: shop, ticketId: ticket, staff: true } }),
    together: true,
  },
  { name: 'socket watch', who: everybody, uses: ['shop'], send: ({ shop }) => ({ path: '', body: { shopId: shop } }), open: true },
]

/** One try: which call, by whom, which of its ids are the other's, and whether the other's ids are strewn into the body besides. */
interface Try {
  template: Template
  who: Who
  foreign: readonly Slot[]
  strewn: boolean
}
const anyTry: fc.Arbitrary<Try> = fc.constantFrom(...templates).chain((template) =>
  fc.record({
    template: fc.constant(template),
    who: fc.constantFrom(...template.who),
    foreign: fc.subarray([...template.uses], { minLength: template.together ? template.uses.length : 1 }),
    strewn: fc.boolean(),
  }),
)

/** Names under which a careless server might take a tenant from the body. */
const strewn = ({ mall, shop, account, ticket, counter }: Ids) => ({
  mallId: mall,
  shopId: shop,
  shopid: shop,
  accountId: account,
  ticketId: ticket,
  counterId: counter,
  ownerAccountId: account,
})

async function reach(one: Try, own: Tenant, other: Tenant): Promise<{ status: number; text: string }> {
  const ids = Object.fromEntries(slots.map((slot) => [slot, (one.foreign.includes(slot) ? other : own).ids[slot]])) as Ids
  const { path, body } = one.template.send(ids)
  const [method = ''] = one.template.name.split(' ')
  if (one.template.name === 'socket watch') {
    const answer = await own.screens[one.who].watch(body as { shopId?: string })
    return { status: answer.ok ? 200 : 403, text: JSON.stringify(answer) }
  }
  const sent = one.strewn && body !== undefined ? { ...strewn(other.ids), ...body } : body
  const answer: Answer = await call(app.address, method, path, sent, own[one.who])
  return { status: answer.status, text: JSON.stringify([answer.body, answer.list]) }
}

const TRIES = 2000
const BATCH = 50

describe('two tenants', () => {
  test(`${TRIES} swaps of ids read and change nothing of the other`, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const tries = fc.sample(anyTry, { numRuns: TRIES, seed })
    let refused = 0
    for (let at = 0; at < TRIES; at += BATCH) {
      const [own, other] = at % (2 * BATCH) === 0 ? tenants : ([tenants[1], tenants[0]] as const)
      const before = await tenantDigest(app.database, other.ids.mall)
      for (const one of tries.slice(at, at + BATCH)) {
        const { status, text } = await reach(one, own, other)
        const said = `${one.who} ${one.template.name}, the other’s: ${one.foreign.join(', ')}${one.strewn ? ', strewn' : ''}; seed ${seed}; answered ${status} ${text.slice(0, 300)}`
        if (one.template.open) expect(status, said).toBe(200)
        else expect(status, said).toBeGreaterThanOrEqual(400)
        expect(status, said).toBeLessThan(500)
        for (const secret of other.secrets) expect(text.includes(secret), said).toBe(false)
        if (status >= 400) refused += 1
      }
      expect(await tenantDigest(app.database, other.ids.mall), `tries ${at} to ${at + BATCH}, seed ${seed}`).toBe(before)
    }
    expect(refused).toBeGreaterThan(TRIES / 2)
    for (const { screens } of tenants) {
      for (const { heard } of Object.values(screens)) expect(heard.filter((name) => name === 'ticket' || name === 'staff')).toEqual([])
    }
  }, 300_000)

  test('every refused reach of an account is on record: who, whose, by which call', async () => {
    const [own, other] = tenants
    const noted = () => app.database.db.selectFrom('audit').selectAll().where('action', '=', 'reach.refused').orderBy('id').execute()
    const me = (await call(app.address, 'GET', '/api/auth/me', undefined, own.owner)).body.user as unknown as { _id: string }
    for (const template of templates) {
      // A super administrator's call stops an owner at the role.
      if (template.open || !template.who.includes('owner') || template.name === 'DELETE /api/shops/:id') continue
      const before = (await noted()).length
      await reach({ template, who: 'owner', foreign: template.uses, strewn: false }, own, other)
      const news = (await noted()).slice(before)
      const said = `${template.name} of ${template.uses.join(', ')}`
      // A ticket's room is its shopper's alone, whoever asks: no account counts there.
      if (template.unnamed || (template.name === 'socket watch' && template.uses.join() === 'ticket')) {
        expect(news, said).toEqual([])
        continue
      }
      expect(
        news.map((row) => [row.mall_id, row.actor_account_id, (row.detail as { call: string }).call]),
        said,
      ).toEqual([[other.ids.mall, me._id, template.name]])
    }
  })
})
