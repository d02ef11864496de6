import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/base/time.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { cancelTicket, confirmPayment, handBack, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { listMoney } from '#contract/payments/money-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { type Amounts, nextRefund } from '#contract/payments/taxes.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import { cashGateway } from '#server/payments/gateways/cash.ts'
import { demoGateway } from '#server/payments/gateways/demo.ts'
import { type BodyOf, type Credentials, clientOf, done } from '#tests/support/calls/client.ts'
import { cashShopper, join, order, ownerOf, paidShopper, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
let superadmin: Credentials
/** Captures all money, even if it comes too late. */
const vendor: Gateway = { ...demoGateway, takesMoneyElsewhere: true }
beforeAll(async () => {
  app = await startApp({ gateways: [vendor, cashGateway] })
  owner = await ownerOf(app.address)
  superadmin = await superOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const setMall = async (mall: string, details: BodyOf<typeof changeMallDetails>) =>
  expect((await as(superadmin, changeMallDetails, { id: mall, body: details })).status).toBe(200)
const receiptOf = async (person: Credentials & { receiptId: string }) =>
  (await done(as(person, readReceipt, { id: person.receiptId }))).body
const leave = async (person: Credentials & { ticketId: string }) =>
  expect((await as(person, cancelTicket, { id: person.ticketId })).status).toBe(200)
const notesIn = (shop: string) =>
  app.database.db.selectFrom('creditNote').selectAll().where('shopId', '=', shop).orderBy('seller').orderBy('serial').execute()

let gstins = 2000
/** A GSTIN of this State that no other test has. */
const newGstin = (state = '27') => {
  gstins += 1
  return `${state}ABCDE${gstins}F1Z5`
}

async function mallWith(details: BodyOf<typeof changeMallDetails>) {
  const mall = await freshMall(app)
  const { id: shop } = await freshShop(app, mall)
  await setMall(mall, { legalName: `Seller ${mall}`, address: 'MG Road, Pune', ...details })
  return { mall, shop }
}

describe('a tax invoice', () => {
  test('has the fields of Rule 46: who sold what to whom, where it was supplied, and each tax', async () => {
    const gstin = newGstin()
    const { mall, shop } = await mallWith({ gstin, sac: '998599' })
    expect(await receiptOf(await paidShopper(app.address, shop))).toMatchObject({
      ...{ kind: 'tax_invoice', number: 'C01/2627/000001', sellerName: `Seller ${mall}`, sellerAddress: 'MG Road, Pune', gstin },
      ...{ recipientName: 'Asha Verma', placeOfSupply: '27', sac: '998599', description: 'Priority billing, one-time fee' },
      ...{ taxBasisPoints: 1800, taxKind: 'cgst_sgst', taxablePaise: 12_000, cgstPaise: 1080, sgstPaise: 1080, igstPaise: 0 },
      ...{ extraPaise: 0, roundOffPaise: 0, totalPaise: 14_160, creditNotes: [], refunded: false },
      code: expect.stringMatching(/^[a-z0-9]{25}$/),
      paymentReference: expect.any(String),
    })
  })

  test('shows UTGST in a union territory without a legislature, and SGST in Delhi', async () => {
    const kindIn = async (state: string) => {
      const { shop } = await mallWith({ gstin: newGstin(state) })
      const { taxKind, placeOfSupply, sgstPaise } = await receiptOf(await paidShopper(app.address, shop))
      return { taxKind, placeOfSupply, sgstPaise }
    }
    expect(await kindIn('04')).toEqual({ taxKind: 'cgst_utgst', placeOfSupply: '04', sgstPaise: 1080 })
    expect(await kindIn('07')).toEqual({ taxKind: 'cgst_sgst', placeOfSupply: '07', sgstPaise: 1080 })
  })

  test('stays as it was issued, whatever the mall changes afterwards', async () => {
    const { mall, shop } = await mallWith({ gstin: newGstin(), sac: '9985' })
    const person = await paidShopper(app.address, shop)
    const before = await receiptOf(person)
    await setMall(mall, { gstin: newGstin('29'), legalName: 'Another Seller', address: 'Bengaluru', sac: '999799' })
    expect(await receiptOf(person)).toEqual(before)
  })

  test('refuses a service code that is not four or six digits', async () => {
    const { mall } = await mallWith({})
    const { status, body } = await as(owner, changeMallDetails, { id: mall, body: { sac: '12345' } })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['sac']])
  })
})

describe('a plain receipt', () => {
  test('has no GSTIN, no tax, no place of supply and no service code', async () => {
    const { shop } = await mallWith({ sac: '998599' })
    expect(await receiptOf(await paidShopper(app.address, shop))).toMatchObject({
      ...{ kind: 'receipt', gstin: null, taxKind: null, taxBasisPoints: null, placeOfSupply: null, sac: '' },
      ...{ taxablePaise: 12_000, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, totalPaise: 12_000 },
    })
  })

  test('gets a refund receipt, which is not a credit note', async () => {
    const { shop } = await mallWith({})
    const person = await paidShopper(app.address, shop)
    await leave(person)
    await app.running.tick()
    const { creditNotes, refunded } = await receiptOf(person)
    expect(refunded).toBe(true)
    expect(creditNotes).toMatchObject([{ kind: 'refund_receipt', number: 'RF01/2627/000001', cgstPaise: 0, totalPaise: 12_000 }])
  })
})

describe('a credit note', () => {
  test('reduces each column of its invoice, and exists only after the money has gone back', async () => {
    const { shop } = await mallWith({ gstin: newGstin() })
    const person = await paidShopper(app.address, shop)
    expect((await receiptOf(person)).creditNotes).toEqual([])
    await leave(person)
    await app.running.tick()
    const { code, creditNotes } = await receiptOf(person)
    expect(creditNotes).toEqual([
      {
        ...{ id: expect.any(String), code: expect.stringMatching(/^[a-z0-9]{25}$/), issuedAt: expect.any(String) },
        ...{ kind: 'credit_note', number: 'CN01/2627/000001', taxablePaise: 12_000, cgstPaise: 1080, sgstPaise: 1080, igstPaise: 0 },
        ...{ extraPaise: 0, totalPaise: 14_160 },
      },
    ])
    expect(creditNotes[0]?.code).not.toBe(code)
  })

  test('is as the page of the money can say before the refund, also while another part is on its way', async () => {
    const { mall, shop } = await mallWith({ gstin: newGstin() })
    const { paymentId } = await cashShopper(app.address, shop)
    await done(as(owner, confirmPayment, { id: paymentId }))
    const read = async () => {
      const { payments } = (await done(as(owner, listMoney, { id: mall, query: { search: paymentId } }))).body
      if (!payments[0]?.receipt) throw new Error('the list has no receipt')
      return { ...payments[0], receipt: payments[0].receipt }
    }
    const foretold: Amounts[] = []
    for (const amountPaise of [6000, 4000]) {
      const { receipt, creditNotes, duePaise } = await read()
      expect(receipt).toMatchObject({ kind: 'tax_invoice', taxKind: 'cgst_sgst', taxBasisPoints: 1800, taxablePaise: 12_000 })
      foretold.push(nextRefund(receipt, creditNotes, duePaise, amountPaise))
      await done(as(owner, refundPayment, { id: paymentId, body: { amountPaise, reason: 'Waited long' } }))
    }
    expect(await read(), 'staff have not handed it back yet').toMatchObject({ duePaise: 10_000, creditNotes: [] })
    await done(as(owner, handBack, { id: paymentId }))
    const { creditNotes } = await read()
    expect(creditNotes).toMatchObject(foretold)
    expect(creditNotes).toMatchObject([
      { kind: 'credit_note', taxablePaise: 5072, cgstPaise: 456, sgstPaise: 456, totalPaise: 6000 },
      { kind: 'credit_note', cgstPaise: 304, sgstPaise: 304, totalPaise: 4000 },
    ])
  })

  test('includes the round-off of cash, and is issued once however often staff hand the cash back', async () => {
    const { shop } = await mallWith({ gstin: newGstin() })
    const payer = await cashShopper(app.address, shop)
    const { paymentId } = payer
    const { receiptId } = (await done(as(owner, confirmPayment, { id: paymentId }))).body
    await leave(payer)
    await Promise.all(Array.from({ length: 10 }, () => done(as(owner, handBack, { id: paymentId }))))
    const { creditNotes } = await receiptOf({ ...payer, receiptId })
    expect(creditNotes).toMatchObject([{ number: 'CN01/2627/000001', taxablePaise: 12_000, cgstPaise: 1080, totalPaise: 14_200 }])
  })

  test('is not issued for money that came too late: it bought nothing', async () => {
    const { shop } = await mallWith({ gstin: newGstin() })
    const shopper = await verifiedShopper(app.address)
    const ticketId = await join(app.address, shopper, shop)
    const paymentId = await order(app.address, shopper, ticketId)
    await leave({ ...shopper, ticketId })
    expect((await as(shopper, confirmPayment, { id: paymentId })).body.code).toBe('payment_late')
    await app.running.tick()
    const { state } = await app.database.db.selectFrom('payment').select('state').where('id', '=', paymentId).executeTakeFirstOrThrow()
    expect(state).toBe('refunded')
    expect(await notesIn(shop)).toEqual([])
    expect((await done(as(shopper, readPayment, { id: paymentId }))).body.receiptId).toBeNull()
    const none = await as(shopper, readReceipt, { id: paymentId })
    expect([none.status, none.body.code]).toEqual([404, 'receipt_not_found'])
  })

  test('is numbered without a gap when many refunds of a shop end at the same moment', async () => {
    const { shop } = await mallWith({ gstin: newGstin() })
    const cash: { paymentId: string }[] = []
    for (let i = 0; i < 12; i += 1) {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, shop)
      const paymentId = await order(app.address, shopper, ticketId, i % 2 === 0 ? 'cash' : 'demo')
      await done(as(i % 2 === 0 ? owner : shopper, confirmPayment, { id: paymentId }))
      await leave({ ...shopper, ticketId })
      if (i % 2 === 0) cash.push({ paymentId })
    }
    await Promise.all([app.running.tick(), ...cash.map(({ paymentId }) => done(as(owner, handBack, { id: paymentId })))])
    await app.running.tick()
    const notes = await notesIn(shop)
    expect(notes.map(({ serial }) => serial)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
    expect(new Set(notes.map(({ number }) => number)).size).toBe(12)
    expect(new Set(notes.map(({ receiptId }) => receiptId)).size, 'one for each invoice').toBe(12)
  })

  test('is in the series of the seller of its invoice, and two malls of one GSTIN never give the same number', async () => {
    const gstin = newGstin()
    const [one, two] = [await mallWith({ gstin }), await mallWith({ gstin })]
    const [first, second] = [await paidShopper(app.address, one.shop), await paidShopper(app.address, two.shop)]
    await setMall(one.mall, { gstin: newGstin() })
    for (const person of [first, second]) await leave(person)
    await app.running.tick()
    const notes = [...(await notesIn(one.shop)), ...(await notesIn(two.shop))]
    expect(notes.map(({ seller, number }) => [seller, number])).toEqual([
      [gstin, 'CN01/2627/000001'],
      [gstin, 'CN02/2627/000001'],
    ])
  })

  test('begins at 1 again in a new financial year, with the year in its number', async () => {
    const { shop } = await mallWith({ gstin: newGstin() })
    const payer = await cashShopper(app.address, shop)
    const { paymentId } = payer
    await done(as(owner, confirmPayment, { id: paymentId }))
    const early = await paidShopper(app.address, shop)
    for (const person of [early, payer]) await leave(person)
    await app.running.tick()
    app.clock.advance(200 * DAY)
    owner = await ownerOf(app.address)
    await done(as(owner, handBack, { id: paymentId }))
    expect((await notesIn(shop)).map(({ number }) => number).sort()).toEqual(['CN01/2627/000001', 'CN01/2728/000001'])
  })
})
