import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, confirmPayment, readReceipt } from '#contract/payments/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { type BodyOf, type Credentials, clientOf, done } from '#tests/support/calls/client.ts'
import { join, order, ownerOf, paidShopper, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
let superadmin: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
  superadmin = await superOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const setMall = async (mall: string, details: BodyOf<typeof changeMallDetails>, who = superadmin) => {
  expect((await as(who, changeMallDetails, { id: mall, body: details })).status).toBe(200)
}
const setShop = async (shop: string, settings: BodyOf<typeof changeSettings>) => {
  expect((await as(owner, changeSettings, { id: shop, body: settings })).status).toBe(200)
}
const confirm = (paymentId: string, who: Credentials) => as(who, confirmPayment, { id: paymentId })
const receipt = async (id: string | undefined, who: Credentials) => (await done(as(who, readReceipt, { id }))).body
async function ordered(shop: string) {
  const shopper = await verifiedShopper(app.address)
  const ticketId = await join(app.address, shopper, shop)
  return { ...shopper, ticketId, paymentId: await order(app.address, shopper, ticketId) }
}

let gstins = 1000
/** A GSTIN that no other test has. */
const newGstin = () => {
  gstins += 1
  return `27ABCDE${gstins}F1Z5`
}

/** A mall of the demo's owner with one shop, and this confirmed GSTIN. */
async function mallWith(gstin: string | null) {
  const mall = await freshMall(app)
  const { id: shop } = await freshShop(app, mall)
  await setMall(mall, { legalName: `Seller ${mall}`, address: 'MG Road, Pune', gstin: gstin ?? '' })
  return { mall, shop }
}

describe('the refund rule for a shopper who leaves', () => {
  test.each([true, false])(
    'is the one that was promised with the order (full refund: %s), whatever the shop sets later',
    async (promised) => {
      const { shop } = await mallWith(null)
      await setShop(shop, { refundOnLeave: promised })
      const person = await paidShopper(app.address, shop)
      await setShop(shop, { refundOnLeave: !promised })
      const pass = (await done(as(person, readPass, { id: person.ticketId }))).body
      expect(pass.payment?.refundOnLeave, 'the phone shows the rule before the last press').toBe(promised)
      const left = await as(person, cancelTicket, { id: person.ticketId })
      expect(left.body.refundPaise).toBe(promised ? 12_000 : 0)
    },
  )
})

describe('a receipt', () => {
  test('names the seller of the order: GSTIN, tax, name and address stay together even if the mall changes in between', async () => {
    const gstin = newGstin()
    const { mall, shop } = await mallWith(gstin)
    const taxed = await ordered(shop)
    await setMall(mall, { gstin: '', legalName: 'Somebody Else', address: 'Nowhere' })
    const paid = await confirm(taxed.paymentId, taxed)
    expect(await receipt(paid.body.receiptId, taxed)).toMatchObject({
      ...{ kind: 'tax_invoice', gstin, cgstPaise: 1080, sgstPaise: 1080, totalPaise: 14_160 },
      ...{ sellerName: `Seller ${mall}`, sellerAddress: 'MG Road, Pune' },
    })
    const plain = await paidShopper(app.address, shop)
    expect(await receipt(plain.receiptId, plain)).toMatchObject({ kind: 'receipt', gstin: null, cgstPaise: 0, sellerName: 'Somebody Else' })
  })

  test('is a plain receipt while the GSTIN that the owner has entered waits for confirmation', async () => {
    const { mall, shop } = await mallWith(null)
    await setMall(mall, { gstin: newGstin() }, owner)
    const person = await paidShopper(app.address, shop)
    expect(await receipt(person.receiptId, person)).toMatchObject({ kind: 'receipt', gstin: null, totalPaise: 12_000 })
  })

  test('has a number that is unique for its GSTIN and year, even if two malls share the GSTIN', async () => {
    const gstin = newGstin()
    const [one, two] = [await mallWith(gstin), await mallWith(gstin)]
    const third = { shop: (await freshShop(app, two.mall)).id }
    const numbers: string[] = []
    for (const { shop } of [one, two, third, two, one]) {
      const person = await paidShopper(app.address, shop)
      const paper = await receipt(person.receiptId, person)
      expect(paper.gstin).toBe(gstin)
      numbers.push(String(paper.number))
    }
    expect(numbers.map((number) => number.replace(/\/\d{4}\//, ' '))).toEqual([
      ...['C01 000001', 'C02 000001', 'C03 000001', 'C02 000002', 'C01 000002'],
    ])
  })

  test('has another code under a GSTIN if the code of its shop is taken there, and a code is never given again', async () => {
    const gstin = newGstin()
    const one = await mallWith(gstin)
    const two = await mallWith(null)
    const first = await paidShopper(app.address, two.shop)
    await setMall(two.mall, { gstin })
    const second = await paidShopper(app.address, two.shop)
    await setMall(one.mall, { gstin: '' })
    const three = await mallWith(gstin)
    const last = await paidShopper(app.address, three.shop)
    const numberOf = async (person: typeof first) => String((await receipt(person.receiptId, person)).number).replace(/\/\d{4}\//, ' ')
    expect([await numberOf(first), await numberOf(second), await numberOf(last)]).toEqual(['C01 000001', 'C02 000001', 'C03 000001'])
  })

  test('is numbered from 1 under each GSTIN of its shop, and without a gap when an earlier GSTIN returns', async () => {
    const [first, second] = [newGstin(), newGstin()]
    const { mall, shop } = await mallWith(first)
    const serials: string[] = []
    const pay = async (gstin: string) => {
      const person = await paidShopper(app.address, shop)
      const paper = await receipt(person.receiptId, person)
      expect(paper.gstin).toBe(gstin)
      serials.push(String(paper.number).slice(-6))
    }
    for (const gstin of [first, second, first, second]) {
      await setMall(mall, { gstin })
      await pay(gstin)
      await pay(gstin)
    }
    expect(serials).toEqual(['000001', '000002', '000001', '000002', '000003', '000004', '000003', '000004'])
  })

  test('is consecutive for each GSTIN even if orders under two of them are paid at the same moment', async () => {
    const [first, second] = [newGstin(), newGstin()]
    const { mall, shop } = await mallWith(first)
    const people = [await ordered(shop), await ordered(shop)]
    await setMall(mall, { gstin: second })
    people.push(await ordered(shop), await ordered(shop))
    const paid = await Promise.all(people.map((person) => confirm(person.paymentId, person)))
    expect(paid.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const papers = await Promise.all(people.map((person, i) => receipt(paid[i]?.body.receiptId, person)))
    const told = papers.map(({ gstin, number }) => [gstin, String(number).slice(-6)])
    expect(told.toSorted()).toEqual(
      [...['000001', '000002'].map((serial) => [first, serial]), ...['000001', '000002'].map((serial) => [second, serial])].toSorted(),
    )
  })
})
