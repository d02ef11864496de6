import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/base/time.ts'
import { addCounter, changeCounter } from '#contract/counters/calls.ts'
import { callByNumber, listMissed, listTickets, startCountdown } from '#contract/desk/calls.ts'
import { callTicket, completeTicket, noShowTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { changeDisplay, readDisplay, saveDisplay } from '#contract/displays/calls.ts'
import { addShop, changeMall, changeShop, listMalls, readMall } from '#contract/office/form-calls.ts'
import { readInsights } from '#contract/office/insights-calls.ts'
import { changeMallDetails, mallOverview, removeCounter, removeMall, removeShop } from '#contract/office/mall-calls.ts'
import { changeSettings, endBookings, readSettings } from '#contract/office/settings-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import { cancelTicket, confirmPayment, createPayment, handBack, listHandBacks, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { countCash, listDrawers, readCash } from '#contract/payments/cash-calls.ts'
import { changeGateway, checkPayment, readGateways } from '#contract/payments/gateway-calls.ts'
import { decideOrphan, readSettlements, readVendorMatters } from '#contract/payments/vendor-books-calls.ts'
import { noteCode, readEntrancePoster, readPoster } from '#contract/poster/calls.ts'
import { readCountdown, readToken } from '#contract/queue/calls.ts'
import { me } from '#contract/sign-in/calls.ts'
import { addStaff, disableStaff, enableStaff, listStaff, renameStaff, resetStaff } from '#contract/staff/calls.ts'
import { readPass, readStorefront } from '#contract/storefront/calls.ts'
import { type KnownCall, type LooseParts, send, sendLoosely } from '#tests/support/calls/client.ts'
import { tenantDigest } from '#tests/support/people/digest.ts'
import { newTenant, type Slot, slots, type Tenant } from '#tests/support/people/tenants.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** An account puts an id of the other tenant into a path, a body, a query or a watch. It reads and changes nothing there. */

let app: TestApp
let tenants: readonly [Tenant, Tenant]
beforeAll(async () => {
  app = await startApp()
  tenants = [await newTenant(app), await newTenant(app)]
  // Messages that are still to be sent would change the rows later.
  await app.running.tick()
  await app.running.tick()
})
afterAll(() => app.stop())

type Ids = Record<Slot, string>
type Who = 'owner' | 'staff' | 'shopper'
interface Template {
  call: KnownCall | 'socket watch'
  who: readonly Who[]
  /** The ids that it uses; at least one of them is the other tenant's. */
  uses: readonly Slot[]
  send: (ids: Ids) => LooseParts
  /** Only all of them together name the other tenant. */
  together?: true
  /** The other tenant is not named: a person can be in several queues. */
  unnamed?: true
  /** Anyone may call it; the answer contains nothing private. */
  open?: true
}

const nameOf = ({ call }: Template) => (call === 'socket watch' ? call : call.name)
const desk = ['owner', 'staff'] as const
const everybody = ['owner', 'staff', 'shopper'] as const
const mallForm = { title: 'Taken', description: '', image: '', email: 'taken@places.test', role: 'owner' }
const login = { email: 'taken@places.test', password: 'a word of the taker', role: 'shop' }
const actions: readonly Template[] = [callTicket, completeTicket, noShowTicket, undoAction, cancelTicket].flatMap((call) =>
  (['ticket', 'calledTicket', 'unpaidTicket'] as const).map((slot) => ({
    call,
    who: call === cancelTicket ? everybody : desk,
    uses: [slot],
    send: (ids) => ({ id: ids[slot], body: {} }),
  })),
)
const staffActions: readonly Template[] = [disableStaff, enableStaff, resetStaff].map((call) => ({
  call,
  who: desk,
  uses: ['account', 'shop'],
  send: (ids) => ({ id: ids.account, body: { shopId: ids.shop } }),
}))

const templates: readonly Template[] = [
  ...actions,
  ...staffActions,
  {
    call: renameStaff,
    who: desk,
    uses: ['account', 'shop'],
    send: ({ account, shop }) => ({ id: account, body: { shopId: shop, name: 'Taken' } }),
  },
  { call: listMissed, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop }) },
  { call: listTickets, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop }) },
  {
    call: readToken,
    who: everybody,
    uses: ['mobile', 'shop'],
    send: ({ mobile, shop }) => ({ query: { phone: mobile, shopId: shop } }),
  },
  {
    call: readToken,
    who: everybody,
    uses: ['mobile'],
    send: ({ mobile }) => ({ query: { phone: mobile } }),
    unnamed: true,
  },
  { call: readPass, who: everybody, uses: ['ticket'], send: ({ ticket }) => ({ id: ticket }) },
  { call: readPayment, who: everybody, uses: ['payment'], send: ({ payment }) => ({ id: payment }) },
  { call: checkPayment, who: everybody, uses: ['payment'], send: ({ payment }) => ({ id: payment, body: {} }) },
  { call: readGateways, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall }) },
  { call: readVendorMatters, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall }) },
  { call: readSettlements, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall }) },
  { call: decideOrphan, who: desk, uses: ['orphan'], send: ({ orphan }) => ({ id: orphan, body: { note: 'taken' } }) },
  {
    call: changeGateway,
    who: desk,
    uses: ['mall'],
    send: ({ mall }) => ({ id: mall, body: { name: 'razorpay', keyId: 'taken', keySecret: 'taken' } }),
  },
  {
    call: handBack,
    who: desk,
    uses: ['payment'],
    send: ({ payment }) => ({ id: payment, body: {} }),
  },
  { call: listHandBacks, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop }) },
  { call: listDrawers, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop }) },
  { call: readCash, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop }) },
  {
    call: countCash,
    who: desk,
    uses: ['shop', 'counter'],
    send: ({ shop, counter }) => ({ id: shop, body: { counterId: counter, lastCountId: null, taken: 0, handedBack: 0, countedPaise: 0 } }),
  },
  { call: readReceipt, who: everybody, uses: ['receipt'], send: ({ receipt }) => ({ id: receipt }) },
  {
    call: createPayment,
    who: ['shopper'],
    uses: ['unpaidTicket'],
    send: ({ unpaidTicket }) => ({ body: { ticketId: unpaidTicket } }),
  },
  {
    call: confirmPayment,
    who: everybody,
    uses: ['openPayment'],
    send: ({ openPayment }) => ({ id: openPayment, body: {} }),
  },
  {
    call: callByNumber,
    who: desk,
    uses: ['mobile', 'ticket'],
    send: ({ mobile, ticket }) => ({ body: { number: mobile, ticketId: ticket } }),
  },
  {
    call: callByNumber,
    who: desk,
    uses: ['mobile'],
    send: ({ mobile }) => ({ body: { number: mobile } }),
    unnamed: true,
  },
  {
    call: startCountdown,
    who: desk,
    uses: ['calledMobile', 'shop'],
    send: ({ calledMobile, shop }) => ({ body: { phoneNumber: calledMobile, shopId: shop, duration: 3000 } }),
  },
  { call: changeMall, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall, body: mallForm }) },
  { call: removeMall, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall }) },
  {
    call: addShop,
    who: desk,
    uses: ['mall'],
    send: ({ mall }) => ({
      id: mall,
      body: { ...login, name: 'Taken', description: '', image: '', link: '', shopconpassword: login.password },
    }),
  },
  {
    call: changeShop,
    who: desk,
    uses: ['mall', 'shopName'],
    send: (ids) => ({ shopId: ids.mall, itemName: ids.shopName, body: { newName: 'Taken', newEmail: login.email } }),
  },
  {
    call: removeShop,
    who: desk,
    uses: ['mall', 'shopName'],
    send: (ids) => ({ shopId: ids.mall, itemName: ids.shopName }),
  },
  {
    call: saveDisplay,
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ body: { displayid: shop, pText: 'T' } }),
  },
  { call: changeDisplay, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop, body: { pText: 'T' } }) },
  { call: readSettings, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop }) },
  {
    call: changeSettings,
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ id: shop, body: { baseFeePaise: 0 } }),
  },
  {
    call: endBookings,
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ id: shop, body: null }),
  },
  {
    call: addCounter,
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ body: { shopId: shop, name: 'Taken' } }),
  },
  {
    call: changeCounter,
    who: desk,
    uses: ['counter'],
    send: ({ counter }) => ({ id: counter, body: { name: 'Taken', isOpen: false } }),
  },
  { call: removeCounter, who: desk, uses: ['counter'], send: ({ counter }) => ({ id: counter }) },
  { call: mallOverview, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall }) },
  { call: mallToday, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall }) },
  { call: readInsights, who: desk, uses: ['mall'], send: ({ mall }) => ({ id: mall }) },
  { call: readInsights, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop }) },
  {
    call: changeMallDetails,
    who: desk,
    uses: ['mall'],
    send: ({ mall }) => ({ id: mall, body: { title: 'Taken', gstin: '' } }),
  },
  { call: listStaff, who: desk, uses: ['shop'], send: ({ shop }) => ({ query: { shopId: shop } }) },
  {
    call: addStaff,
    who: desk,
    uses: ['shop'],
    send: ({ shop }) => ({ body: { shopId: shop, name: 'Taker', email: login.email } }),
  },
  {
    call: readPoster,
    who: desk,
    uses: ['shop', 'counter'],
    send: ({ shop, counter }) => ({ id: shop, query: { counter } }),
  },
  {
    call: readEntrancePoster,
    who: desk,
    uses: ['mall'],
    send: ({ mall }) => ({ id: mall }),
  },
  { call: noteCode, who: desk, uses: ['shop'], send: ({ shop }) => ({ id: shop, body: {} }) },
  { call: listMalls, who: everybody, uses: ['mall'], send: () => ({}), open: true },
  { call: readMall, who: everybody, uses: ['mall'], send: ({ mall }) => ({ id: mall }), open: true },
  { call: readDisplay, who: everybody, uses: ['shop'], send: ({ shop }) => ({ id: shop }), open: true },
  {
    call: readStorefront,
    who: everybody,
    uses: ['shop'],
    send: ({ shop }) => ({ id: shop }),
    open: true,
  },
  {
    call: readCountdown,
    who: everybody,
    uses: ['shop'],
    send: ({ shop }) => ({ query: { shopId: shop } }),
    open: true,
  },
  { call: 'socket watch', who: everybody, uses: ['ticket'], send: ({ ticket }) => ({ body: { ticketId: ticket } }) },
  { call: 'socket watch', who: everybody, uses: ['shop'], send: ({ shop }) => ({ body: { shopId: shop, staff: true } }) },
  {
    call: 'socket watch',
    who: everybody,
    uses: ['shop', 'ticket'],
    send: ({ shop, ticket }) => ({ body: { shopId: shop, ticketId: ticket, staff: true } }),
    together: true,
  },
  { call: 'socket watch', who: everybody, uses: ['shop'], send: ({ shop }) => ({ body: { shopId: shop } }), open: true },
]

/** One try: which call, by whom, which of its ids are the other tenant's, and whether more of the other's ids are strewn into the body. */
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
  const { call } = one.template
  const { body, ...parts } = one.template.send(ids)
  if (call === 'socket watch') {
    const answer = await own.screens[one.who].watch(body as { shopId?: string })
    return { status: answer.ok ? 200 : 403, text: JSON.stringify(answer) }
  }
  const sent = one.strewn && body !== undefined ? { ...strewn(other.ids), ...(body as object) } : body
  const answer = await sendLoosely(app.address, call, { ...parts, body: sent }, own[one.who])
  return { status: answer.status, text: JSON.stringify(answer.body) }
}

/** `npm run proof -- swaps` makes more, of a random seed. */
const { SWAPS = '400', SEED = '20261126' } = process.env
const [TRIES, seed] = [Number(SWAPS), Number(SEED)]
const BATCH = 50

describe('two tenants', () => {
  test(`${TRIES} swaps of ids read and change nothing of the other tenant`, async () => {
    const tries = fc.sample(anyTry, { numRuns: TRIES, seed })
    let refused = 0
    for (let at = 0; at < TRIES; at += BATCH) {
      const [own, other] = at % (2 * BATCH) === 0 ? tenants : ([tenants[1], tenants[0]] as const)
      const before = await tenantDigest(app.database, other.ids.mall)
      for (const one of tries.slice(at, at + BATCH)) {
        const { status, text } = await reach(one, own, other)
        const said = `${one.who} ${nameOf(one.template)}, the other’s: ${one.foreign.join(', ')}${one.strewn ? ', strewn' : ''}; seed ${seed}; answered ${status} ${text.slice(0, 300)}`
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
  })

  test('every refused reach of an account is in the audit with the account, the mall and the call', async () => {
    const [own, other] = tenants
    const noted = () => app.database.db.selectFrom('audit').selectAll().where('action', '=', 'reach.refused').orderBy('id').execute()
    const myId = (await send(app.address, me, {}, own.owner)).body.user?._id
    for (const [at, template] of templates.entries()) {
      // The swaps of the test before, and each part of this one, use up the audit entries that one account may cause in an hour.
      if (at % 40 === 0) app.clock.advance(HOUR)
      // An owner is refused for the role at a call of super administrators.
      if (template.open || !template.who.includes('owner') || template.call === removeMall) continue
      const before = (await noted()).length
      await reach({ template, who: 'owner', foreign: template.uses, strewn: false }, own, other)
      const news = (await noted()).slice(before)
      const said = `${nameOf(template)} of ${template.uses.join(', ')}`
      // A ticket's room is only for its shopper, so an account's try is not a reach.
      if (template.unnamed || (template.call === 'socket watch' && template.uses.join() === 'ticket')) {
        expect(news, said).toEqual([])
        continue
      }
      expect(
        news.map((row) => [row.mallId, row.actorAccountId, (row.detail as { call: string }).call]),
        said,
      ).toEqual([[other.ids.mall, myId, nameOf(template)]])
    }
  })
})
