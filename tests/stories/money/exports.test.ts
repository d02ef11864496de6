import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, localDateOf } from '#contract/base/time.ts'
import { readMallAudit } from '#contract/office/audit-calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import type { ExportKind } from '#contract/payments/money.ts'
import { exportMoney, listMoney, readMoney } from '#contract/payments/money-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { midnightOf } from '#server/shops/rules.ts'
import { addressOf, ask, type Credentials, sendLoosely } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { ownerOf, paidShopper, superOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

const MALL = 'phoenix-mall'
let app: TestApp
let owner: Credentials & { bearer: string }

const askForFile = (kind: ExportKind, query: object, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(app.address + addressOf(exportMoney, { id: MALL, query: { kind, ...query } }), {
    headers: { authorization: `Bearer ${owner.bearer}` },
    signal,
  })
async function file(kind: ExportKind, query: object = {}): Promise<{ text: string; headers: Headers }> {
  const answer = await askForFile(kind, query)
  expect(answer.status).toBe(200)
  return { text: await answer.text(), headers: answer.headers }
}
const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
/** The receipts of today, as the files have them without a range. */
const receiptsOfToday = () => {
  const today = localDateOf(app.clock.now(), 'Asia/Kolkata')
  return app.database.db
    .selectFrom('receipt')
    .selectAll()
    .where('mallId', '=', MALL)
    .where('issuedAt', '>=', midnightOf(today, 'Asia/Kolkata'))
}
const inPaise = (rupees: string | undefined) => Math.round(Number(rupees) * 100)

beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
  await app.database.db.updateTable('ticket').set({ name: '=1+1' }).execute()
  for (let n = 0; n < 3; n += 1) await paidShopper(app.address, SHOP)
  const { paymentId } = await paidShopper(app.address, SHOP)
  await ask(app.address, refundPayment, { id: paymentId, body: { amountPaise: 6000, reason: 'Waited longer than promised' } }, owner)
  await app.running.tick()
})
afterAll(() => app.stop())

describe('the file of the payments', () => {
  test('has a line for each payment, with the sums of the page, and no person unless asked for', async () => {
    const { text, headers } = await file('payments')
    const today = localDateOf(app.clock.now(), 'Asia/Kolkata')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="payments-${today}-${today}.csv"`)
    const [head = [], ...lines] = linesOf(text)
    const { totals } = (await ask(app.address, readMoney, { id: MALL }, owner)).body
    const { payments } = (await ask(app.address, listMoney, { id: MALL }, owner)).body
    expect(lines.map(([id]) => id)).toEqual(payments.map(({ id }) => id))
    const sumOf = (column: string) => lines.reduce((sum, line) => sum + inPaise(line[head.indexOf(column)]), 0)
    expect([sumOf('Amount'), sumOf('Refunded')]).toEqual([totals.capturedPaise, totals.refundedPaise])
    expect(totals.refundedPaise).toBe(6000)
    for (const { mobile } of payments) expect(text).not.toContain(mobile)
  })

  test('opens in a spreadsheet without damage: a name that it would run, a line break, a long number, a mobile', async () => {
    const { db } = app.database
    await db.updateTable('ticket').set({ name: '=HYPERLINK("http://evil.test")\nof Asha' }).execute()
    await db.updateTable('payment').set({ vendorPaymentId: '5114923871234567' }).execute()
    const { payments } = (await ask(app.address, listMoney, { id: MALL }, owner)).body
    const bytes = new Uint8Array(await (await askForFile('payments', { people: 'yes' })).arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines: Record<string, string>[] = parse(new TextDecoder().decode(bytes), { columns: true })
    expect(lines.map((line) => [line.Name, line.Mobile, line['Payment at the gateway']])).toEqual(
      payments.map(({ mobile }) => [`'=HYPERLINK("http://evil.test")\nof Asha`, `'${mobile}`, `'5114923871234567`]),
    )
    const found = (await ask(app.address, listMoney, { id: MALL, query: { search: lines[0]?.Mobile ?? '' } }, owner)).body
    expect(found.payments.map(({ id }) => id)).toContain(payments[0]?.id)
    await db.updateTable('payment').set({ vendorPaymentId: null }).execute()
  })
})

describe('the tables for the GST return', () => {
  test('add up to the invoices less the credit notes, to the paisa', async () => {
    const { db } = app.database
    const invoices = await receiptsOfToday().where('kind', '=', 'tax_invoice').execute()
    const notes = await db.selectFrom('creditNote').selectAll().where('kind', '=', 'credit_note').where('mallId', '=', MALL).execute()
    expect(notes).toMatchObject([{ totalPaise: 6000 }])
    const net = (column: 'taxablePaise' | 'cgstPaise' | 'sgstPaise') =>
      invoices.reduce((sum, one) => sum + one[column], 0) - notes.reduce((sum, one) => sum + one[column], 0)
    const b2cs = linesOf((await file('b2cs')).text)
    expect(b2cs[0]?.join()).toBe('Type,Place Of Supply,Rate,Applicable % of Tax Rate,Taxable Value,Cess Amount,E-Commerce GSTIN')
    expect(b2cs[1]?.slice(0, 3)).toEqual(['OE', '27-Maharashtra', '18'])
    expect(b2cs.slice(1).reduce((sum, line) => sum + inPaise(line[4]), 0)).toBe(net('taxablePaise'))
    const hsn = linesOf((await file('hsn')).text).slice(1)
    const sums = [6, 8, 9].map((column) => hsn.reduce((sum, line) => sum + inPaise(line[column]), 0))
    expect(sums).toEqual([net('taxablePaise'), net('cgstPaise'), net('sgstPaise')])
    const docs = linesOf((await file('docs')).text).slice(1)
    expect(docs.map(([kind, , , many]) => [kind, Number(many)])).toEqual([
      ['Invoices for outward supply', invoices.length],
      ['Credit Note', 1],
    ])
    expect(linesOf((await file('cdnur')).text)).toHaveLength(1)
  })

  test('count a number that was skipped after a restore as cancelled', async () => {
    const [, before] = linesOf((await file('docs')).text)
    const numbers = (await receiptsOfToday().where('kind', '=', 'tax_invoice').orderBy('serial').execute()).map(({ number }) => number)
    expect([before?.[1], before?.[2]]).toEqual([numbers[0], numbers.at(-1)])
    await app.database.db
      .updateTable('receiptSeries')
      .set({ lastSerial: sql<number>`last_serial + 1000` })
      .where('shopId', '=', SHOP)
      .execute()
    await paidShopper(app.address, SHOP)
    const [, after] = linesOf((await file('docs')).text)
    expect(after).toEqual([before?.[0], before?.[1], expect.anything(), String(Number(before?.[3]) + 1001), '1000'])
  })

  test('have a line for each rate of GST, if the owner has changed it', async () => {
    const rates = async () =>
      linesOf((await file('b2cs')).text)
        .slice(1)
        .map((line) => [line[2], line[4]])
    const [before] = await rates()
    const change = (gstBasisPoints: 500 | 1800) => ask(app.address, changeMallDetails, { id: MALL, body: { gstBasisPoints } }, owner)
    await change(500)
    const { paymentId } = await paidShopper(app.address, SHOP)
    const { payments } = (await ask(app.address, listMoney, { id: MALL, query: { search: paymentId } }, owner)).body
    expect(payments[0]?.receipt).toMatchObject({
      taxBasisPoints: 500,
      taxablePaise: 12_000,
      cgstPaise: 300,
      sgstPaise: 300,
      totalPaise: 12_600,
    })
    expect(await rates()).toEqual([['5', '120.00'], before])
    const hsn = linesOf((await file('hsn')).text).slice(1)
    expect(hsn.map((line) => line[5])).toEqual(['5', '18'])
    await change(1800)
  })

  test('are of one GSTIN, which must be named if the days have papers of two', async () => {
    const [first, second] = ['27DEMOA0000A1ZD', '29ABCDE1234F1Z5']
    const changeGstin = async (gstin: string) =>
      ask(app.address, changeMallDetails, { id: MALL, body: { gstin } }, await superOf(app.address))
    const taxableOf = async (gstin?: string) => linesOf((await file('b2cs', { gstin })).text).slice(1)
    const before = await taxableOf(first)
    expect(await taxableOf()).toEqual(before)
    await changeGstin(second)
    await paidShopper(app.address, SHOP)
    for (const kind of ['b2cs', 'hsn', 'docs'] as const)
      expect(await sendLoosely(app.address, exportMoney, { id: MALL, query: { kind } }, owner)).toMatchObject({
        status: 409,
        body: { code: 'several_gstins', gstins: [first, second] },
      })
    expect(await taxableOf(first)).toEqual(before)
    expect(await taxableOf(` ${first.toLowerCase()}`), 'as people type it').toEqual(before)
    expect(await sendLoosely(app.address, exportMoney, { id: MALL, query: { kind: 'b2cs', gstin: '27"; x="1' } }, owner)).toMatchObject({
      status: 400,
    })
    expect(await taxableOf(second)).toEqual([['OE', '29-Karnataka', '18', '', '120.00', '0.00', '']])
    const { headers } = await file('docs', { gstin: second })
    expect(headers.get('content-disposition')).toContain(`docs-${second}-`)
    await changeGstin(first)
  })
})

describe('the file for Tally', () => {
  test('has a voucher for each receipt and credit note, and each voucher adds up to zero', async () => {
    const { text, headers } = await file('tally')
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const vouchers = text.match(/<VOUCHER .*?<\/VOUCHER>/g) ?? []
    expect(vouchers).toHaveLength((await receiptsOfToday().execute()).length + 1)
    for (const voucher of vouchers) {
      const sum = [...voucher.matchAll(/<AMOUNT>([^<]+)</g)].reduce((all, [, amount]) => all + inPaise(amount), 0)
      expect(sum).toBe(0)
    }
  })
})

test('each export is in the audit, with its kind and days', async () => {
  const { entries } = (await ask(app.address, readMallAudit, { id: MALL, query: { group: 'exports' } }, owner)).body
  expect(entries.map(({ action }) => action)).toContain('money.exported')
  expect(entries.flatMap(({ fields }) => fields)).toEqual(expect.arrayContaining(['payments', 'people', 'b2cs', 'tally']))
})

describe('a file of many payments', () => {
  const MANY = 20_000

  beforeAll(async () => {
    // From a year ago on, in bursts, at two shops: refunded ones, because a ticket has one open order.
    await sql`insert into payment (id, mall_id, shop_id, ticket_id, gateway, state, amount_paise, base_fee_paise, extra_paise, created_at, expires_at,
        captured_at, refunding_paise, refunded_paise, refund_on_leave, seller_name, seller_address, receipt_code)
      select 'many-' || n, mall_id, case when n % 3 = 0 then 'lotus-books' else shop_id end, ticket_id, gateway, 'refunded', amount_paise,
        base_fee_paise, extra_paise, created_at, expires_at, captured_at - (n / 500) * interval '5 days' - n % 500 * interval '1 s', amount_paise, amount_paise,
        refund_on_leave, seller_name, seller_address, receipt_code
      from (select * from payment where state = 'captured' limit 1) one, generate_series(1, ${sql.lit(MANY)}) n`.execute(app.database.db)
  })

  const year = () => {
    const ago = (days: number) => localDateOf(new Date(app.clock.now().getTime() - days * DAY), 'Asia/Kolkata')
    return { from: ago(365), to: ago(0) }
  }
  /** Asks for the file of a year and leaves before it has come. */
  const leave = async () => {
    const leaving = new AbortController()
    const answer = await askForFile('payments', year(), leaving.signal)
    expect(answer.status).toBe(200)
    return () => leaving.abort()
  }
  const again = (who: Credentials) => sendLoosely(app.address, exportMoney, { id: MALL, query: { kind: 'cdnur' } }, who)

  test('has each of them once, newest first', async () => {
    const [, ...lines] = linesOf((await file('payments', year())).text)
    const ids = lines.flatMap(([id = '']) => (id.startsWith('many-') ? [id] : []))
    expect([ids.length, new Set(ids).size]).toEqual([MANY, MANY])
    const times = lines.map(([, , at = '']) => at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('is the only one that its account gets at a time, until its reader has it or goes away', async () => {
    const end = await leave()
    const refused = await again(owner)
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exports' } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await again(await superOf(app.address))).status).toBe(200)
    end()
    await expect.poll(async () => (await again(owner)).status).toBe(200)
    expect((await again(owner)).status).toBe(200)
  })
})
