import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/base/time.ts'
import { counterSession } from '#contract/desk/calls.ts'
import { removeCounter, removeShop } from '#contract/office/mall-calls.ts'
import { cancelTicket, confirmPayment, handBack } from '#contract/payments/calls.ts'
import { countCash, listDrawers, readCash } from '#contract/payments/cash-calls.ts'
import { ask, type Credentials, type Parts, send } from '#tests/support/calls/client.ts'
import { addRivals, RIVAL_SHOP } from '#tests/support/people/callers.ts'
import { cashShopper, ownerOf, paidShopper, signIn } from '#tests/support/people/people.ts'
import { freshCounter, freshShop, freshStaff, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

const MALL = 'phoenix-mall'
const FEE = 14_200

let app: TestApp
let owner: Credentials
/** Staff whose device is at the counter. */
let staff: Credentials
let shopId: string
let counterId: string
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

beforeEach(async () => {
  shopId = (await freshShop(app)).id
  counterId = await freshCounter(app, shopId)
  staff = await signIn(app.address, (await freshStaff(app, shopId)).email, PASSWORD)
  await ask(app.address, counterSession, { id: counterId, body: { open: true } }, staff)
})

/** A shopper gives the fee to a person of the shop. */
async function payCash(taker = staff) {
  const payer = await cashShopper(app.address, shopId)
  const take = () => send(app.address, confirmPayment, { id: payer.paymentId, body: {} }, taker)
  return { ...payer, take }
}
async function takeCash(taker = staff) {
  const payer = await payCash(taker)
  expect((await payer.take()).status).toBe(200)
  return payer
}
const leave = ({ cookie, ticketId }: Awaited<ReturnType<typeof payCash>>) => ask(app.address, cancelTicket, { id: ticketId }, { cookie })
const drawers = async () => (await ask(app.address, listDrawers, { id: shopId }, staff)).body.drawers
const drawer = async (counter: string | null = counterId) => (await drawers()).find((one) => one.counterId === counter)
type Count = Partial<NonNullable<Parts<typeof countCash>['body']>> & { countedPaise: number }
/** A person counts what the drawer shows now, unless they saw it earlier (`seen`). */
async function count({ counterId: at = counterId, ...body }: Count, { who = staff, seen }: { who?: Credentials; seen?: Seen } = {}) {
  const { lastCountId, taken, handedBack } = seen ?? seenIn(await drawer(at))
  return send(app.address, countCash, { id: shopId, body: { counterId: at, lastCountId, taken, handedBack, ...body } }, who)
}
type Seen = ReturnType<typeof seenIn>
const seenIn = (one: Awaited<ReturnType<typeof drawer>>) => ({
  ...{ lastCountId: one?.lastCount?.id ?? null, taken: one?.taken ?? 0, handedBack: one?.handedBack ?? 0 },
})
const cashOf = async (id = shopId, day?: string) => (await ask(app.address, readCash, { id, query: { day } }, owner)).body

describe('the cash of a counter', () => {
  test('is what staff took at it, less what they handed back', async () => {
    await takeCash()
    const leaver = await takeCash()
    await leave(leaver)
    expect(await drawer(), 'until it is handed back, it is in the drawer').toMatchObject({ takenPaise: 2 * FEE, handedBackPaise: 0 })
    await ask(app.address, handBack, { id: leaver.paymentId }, staff)
    expect(await drawer()).toEqual({
      ...{ shopId, shopName: expect.any(String), counterId, counterName: expect.any(String), since: null, openingPaise: 0 },
      ...{ taken: 2, takenPaise: 2 * FEE, handedBack: 1, handedBackPaise: FEE, expectedPaise: FEE, lastCount: null },
    })
  })

  test('has each payment and refund once, however often they are confirmed', async () => {
    const payer = await payCash()
    const answers = await Promise.all(Array.from({ length: 8 }, payer.take))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await leave(payer)
    await Promise.all(Array.from({ length: 8 }, () => send(app.address, handBack, { id: payer.paymentId }, staff)))
    expect(await drawer()).toMatchObject({ taken: 1, handedBack: 1, expectedPaise: 0 })
  })

  test('has no money that came in online', async () => {
    await paidShopper(app.address, shopId)
    expect(await drawer()).toMatchObject({ taken: 0, takenPaise: 0 })
  })

  test('is at the only counter if the device is at none, and in a drawer of its own if there are several', async () => {
    await takeCash(owner)
    expect(await drawer()).toMatchObject({ taken: 1 })
    const second = await freshCounter(app, shopId)
    const elsewhere = await freshCounter(app, (await freshShop(app)).id)
    await ask(app.address, counterSession, { id: elsewhere, body: { open: true } }, owner)
    await takeCash(owner)
    const taken = new Map((await drawers()).map((one) => [one.counterId, one.taken]))
    expect(taken).toEqual(
      new Map([
        [counterId, 1],
        [second, 0],
        [null, 1],
      ]),
    )
    await ask(app.address, counterSession, { id: elsewhere, body: { open: false } }, owner)
  })

  test('can be counted after its counter was removed', async () => {
    await takeCash()
    await ask(app.address, removeCounter, { id: counterId }, owner)
    expect(await drawer()).toMatchObject({ expectedPaise: FEE })
    await count({ countedPaise: FEE })
    expect(await drawer(), 'an empty drawer of a removed counter is not listed').toBeUndefined()
  })
})

describe('a count', () => {
  test('says what was expected, what was there and what stayed, and the next one begins with that', async () => {
    await takeCash()
    const first = await count({ countedPaise: FEE + 50_000, leftPaise: 50_000, note: '  change brought along ' })
    expect(first.body.count).toMatchObject({
      ...{ counterId, since: null, openingPaise: 0, taken: 1, takenPaise: FEE, expectedPaise: FEE },
      ...{ countedPaise: FEE + 50_000, leftPaise: 50_000, note: 'change brought along', countedBy: expect.any(String) },
    })
    app.clock.advance(HOUR)
    await takeCash()
    expect(await drawer()).toMatchObject({
      since: first.body.count?.countedAt,
      openingPaise: 50_000,
      taken: 1,
      expectedPaise: FEE + 50_000,
    })
    expect((await drawer())?.lastCount, 'to print its slip once more').toEqual(first.body.count)
    const second = await count({ countedPaise: FEE + 40_000 })
    expect(second.body.count).toMatchObject({ openingPaise: 50_000, countedPaise: FEE + 40_000, leftPaise: 0, note: '' })
    expect(await drawer()).toMatchObject({ openingPaise: 0, taken: 0, expectedPaise: 0 })
  })

  test('is refused if cash came, went or was counted after the person looked, and then nothing is recorded', async () => {
    const refusedFor = async (seen: Seen) => {
      const { status, body } = await count({ countedPaise: 0 }, { seen })
      return [status, body.code]
    }
    const atFirst = seenIn(await drawer())
    const payer = await takeCash()
    expect(await refusedFor(atFirst)).toEqual([409, 'drawer_changed'])
    const withOne = seenIn(await drawer())
    await leave(payer)
    await ask(app.address, handBack, { id: payer.paymentId }, staff)
    expect(await refusedFor(atFirst), 'the sum is the same').toEqual([409, 'drawer_changed'])
    expect(await refusedFor(withOne)).toEqual([409, 'drawer_changed'])
    expect(await drawer()).toMatchObject({ taken: 1, handedBack: 1, lastCount: null })
    expect((await cashOf()).counts).toEqual([])
    await count({ countedPaise: 0 })
    await takeCash()
    expect(await refusedFor(withOne), 'the sum is the same').toEqual([409, 'drawer_changed'])
    expect(await drawer()).toMatchObject({ taken: 1, handedBack: 0 })
  })

  test('by several people at once is recorded once', async () => {
    for (const cash of [false, true]) {
      if (cash) await takeCash()
      const seen = seenIn(await drawer())
      const answers = await Promise.all(Array.from({ length: 6 }, () => count({ countedPaise: 100 }, { seen })))
      expect(answers.map(({ body: { code } }) => code ?? 'recorded').sort()).toEqual([...Array(5).fill('drawer_changed'), 'recorded'])
    }
    expect((await cashOf()).counts).toHaveLength(2)
  })

  test('holds every rupee once while cash comes, goes and is counted at the same time', async () => {
    const payers = await Promise.all(Array.from({ length: 12 }, () => payCash()))
    const taking = Promise.all(payers.map(({ take }) => take()))
    const counting = Promise.all(
      Array.from({ length: 12 }, async () => {
        await count({ countedPaise: 0 })
      }),
    )
    await Promise.all([taking, counting])
    const leavers = payers.slice(0, 5)
    for (const one of leavers) await leave(one)
    await Promise.all([
      ...leavers.map(({ paymentId }) => send(app.address, handBack, { id: paymentId }, staff)),
      count({ countedPaise: 0 }),
    ])
    const { counts, uncounted } = await cashOf()
    const sumOf = (field: 'taken' | 'takenPaise' | 'handedBack' | 'handedBackPaise') =>
      [...counts, ...uncounted].reduce((sum, one) => sum + one[field], 0)
    expect([sumOf('taken'), sumOf('takenPaise')]).toEqual([12, 12 * FEE])
    expect([sumOf('handedBack'), sumOf('handedBackPaise')]).toEqual([5, 5 * FEE])
  })

  test('may find less than was handed back: the rest came from somewhere else', async () => {
    const payer = await takeCash()
    await leave(payer)
    await count({ countedPaise: FEE })
    await ask(app.address, handBack, { id: payer.paymentId }, staff)
    expect(await drawer()).toMatchObject({ expectedPaise: -FEE })
    expect((await count({ countedPaise: 0, note: 'from the safe' })).status).toBe(200)
  })

  test('is refused with a reason for a counter of another shop, for more left than counted, and for what is not an amount', async () => {
    const foreign = await freshCounter(app, (await freshShop(app)).id)
    const ofOther = await count({ counterId: foreign, countedPaise: 0 })
    expect([ofOther.status, ofOther.body.code]).toEqual([404, 'counter_not_found'])
    const tooMuch = await count({ countedPaise: 100, leftPaise: 200 })
    expect([tooMuch.status, Object.keys(tooMuch.body.fields ?? {})]).toEqual([400, ['leftPaise']])
    const negative = await count({ countedPaise: -1 })
    expect([negative.status, negative.body.fields]).toEqual([400, expect.objectContaining({ countedPaise: expect.any(String) })])
    const body = { counterId: null, lastCountId: null, taken: 0, handedBack: 0, countedPaise: 0 }
    const rivals = await send(app.address, countCash, { id: RIVAL_SHOP, body }, staff)
    expect(rivals.status).toBe(403)
  })
})

describe('the cash of a day', () => {
  test('has its counts and what is not counted yet, of all shops or of one', async () => {
    await takeCash()
    const counted = await count({ countedPaise: FEE - 200, note: 'two rupees short' }, { who: owner })
    await takeCash()
    const ofShop = await cashOf()
    expect(ofShop.counts).toEqual([counted.body.count])
    expect(ofShop.counts[0]).toMatchObject({ countedBy: 'Omkar Desai', countedPaise: FEE - 200, expectedPaise: FEE })
    expect(ofShop.uncounted).toEqual([await drawer()])
    const ofMall = await cashOf(MALL)
    expect(ofMall.counts).toContainEqual(counted.body.count)
    expect(ofMall.uncounted).toContainEqual(await drawer())
  })

  test('is the service day on which it was counted', async () => {
    await count({ countedPaise: 0 })
    const day = app.clock.now()
    app.clock.advance(DAY)
    owner = await ownerOf(app.address)
    expect((await cashOf()).counts).toEqual([])
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(day)
    expect((await cashOf(shopId, local)).counts).toHaveLength(1)
  })

  test('still has what a removed shop left in its drawers, and the owner counts it', async () => {
    await leave(await takeCash())
    const { shopName = '' } = (await drawer()) ?? {}
    await ask(app.address, removeShop, { shopId: MALL, itemName: shopName }, owner)
    const left = (await cashOf(MALL)).uncounted.filter((one) => one.shopId === shopId)
    expect(left).toMatchObject([{ expectedPaise: FEE, shopName }])
    const seen = seenIn(left[0])
    expect((await count({ countedPaise: FEE }, { seen })).status, 'its staff are no staff any more').toBe(401)
    expect((await count({ countedPaise: FEE }, { seen, who: owner })).status).toBe(200)
    expect((await cashOf(MALL)).uncounted.filter((one) => one.shopId === shopId)).toEqual([])
  })
})
