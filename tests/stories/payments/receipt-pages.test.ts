import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/base/time.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { cancelTicket, readReceipt } from '#contract/payments/calls.ts'
import { type Credentials, clientOf, done } from '#tests/support/calls/client.ts'
import { pagesOf, sizeOf, textOf } from '#tests/support/calls/pdf.ts'
import { hasPrinter, print, scan } from '#tests/support/calls/scan.ts'
import { paidShopper, superOf } from '#tests/support/people/people.ts'
import { freshMall, freshShop } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let superadmin: Credentials
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'http://redcarpet.test' } })
  superadmin = await superOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const get = (path: string, headers: Record<string, string> = {}) => fetch(app.address + path, { headers, redirect: 'manual' })
const page = async (path: string, headers?: Record<string, string>) => {
  const answer = await get(path, headers)
  return { status: answer.status, headers: answer.headers, html: (await answer.text()).replaceAll('&quot;', '"') }
}
const pdf = async (path: string) => {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
/** The words of a print without line breaks. */
const wordsOf = (bytes: Buffer) => textOf(bytes).replace(/\s+/g, ' ')

let gstins = 3000
async function paid({ state = '27', ...details }: { state?: string | null; sac?: string; legalName?: string } = {}) {
  gstins += 1
  const gstin = state === null ? '' : `${state}ABCDE${gstins}F1Z5`
  const mall = await freshMall(app)
  const { id: shop, name } = await freshShop(app, mall)
  const seller = { legalName: 'Sharma Retail LLP', address: 'MG Road, Pune 411001', gstin, ...details }
  expect((await as(superadmin, changeMallDetails, { id: mall, body: seller })).status).toBe(200)
  const person = await paidShopper(app.address, shop)
  const receipt = (await done(as(person, readReceipt, { id: person.receiptId }))).body
  return { ...person, mall, shopName: name, gstin, receipt }
}
async function refunded(options?: Parameters<typeof paid>[0]) {
  const person = await paid(options)
  await as(person, cancelTicket, { id: person.ticketId })
  await app.running.tick()
  const receipt = (await done(as(person, readReceipt, { id: person.receiptId }))).body
  const [note] = receipt.creditNotes
  if (!note) throw new Error('a refunded receipt has no credit note')
  return { ...person, receipt, note }
}

describe('the public page of a receipt', () => {
  test('opens for anyone who has the code, without a cookie, and never shows a phone number', async () => {
    const { receipt, mobile } = await paid()
    const { status, headers, html } = await page(`/r/${receipt.code}`)
    expect(status).toBe(200)
    expect(html).toContain(receipt.number)
    expect(html).not.toContain(mobile)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('has no script, and its policy allows none', async () => {
    const { receipt } = await paid()
    const { headers, html } = await page(`/r/${receipt.code}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'nonce-/)
    expect(policy).not.toContain('script-src')
    expect(html).not.toContain('<script')
  })

  test('is in the language of the address, else of the cookie, else of the browser', async () => {
    const { receipt } = await paid()
    const languageOf = async (query: string, headers: Record<string, string>) =>
      /<html lang="(\w+)"/.exec((await page(`/r/${receipt.code}${query}`, headers)).html)?.[1]
    expect(await languageOf('', {})).toBe('en')
    expect(await languageOf('', { 'accept-language': 'hi-IN,hi' })).toBe('hi')
    expect(await languageOf('', { 'accept-language': 'hi', cookie: 'rc_lang=en' })).toBe('en')
    expect(await languageOf('?lang=hi', { cookie: 'rc_lang=en' })).toBe('hi')
  })

  test('of a refunded receipt names its credit note, and the credit note has its own page that names the invoice', async () => {
    const { receipt, note } = await refunded()
    expect((await page(`/r/${receipt.code}`)).html).toContain(
      `"notes":[{"code":"${note.code}","kind":"credit_note","number":"${note.number}"`,
    )
    const { status, html } = await page(`/r/${note.code}`)
    expect(status).toBe(200)
    expect(html).toContain(`"original":{"code":"${receipt.code}","kind":"tax_invoice","number":"${receipt.number}"`)
  })

  test.each([
    ['an unknown code', 'a'.repeat(25)],
    ['a short code', 'abc'],
    ['capital letters', 'A'.repeat(25)],
    ['the print of an unknown code', `${'a'.repeat(25)}.pdf`],
    ['another ending', `${'a'.repeat(25)}.png`],
    ['the id of a receipt', 'phoenix-cafe'],
  ])('with %s is a page that says so, with 404', async (_what, name) => {
    const { status, headers, html } = await page(`/r/${name}`)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(html).toContain('en missing')
  })

  test('refuses a language or a paper that does not exist', async () => {
    const { receipt } = await paid()
    expect((await get(`/r/${receipt.code}?lang=fr`)).status).toBe(400)
    expect((await get(`/r/${receipt.code}.pdf?paper=a3`)).status).toBe(400)
    expect((await get(`/r/${receipt.code}.pdf?paper=a4&paper=80mm`)).status).toBe(400)
  })
})

describe('the print of a receipt', () => {
  test('is a sheet of A4 with every field of a tax invoice', async () => {
    const { receipt, gstin, shopName } = await paid({ sac: '998599' })
    const { headers, bytes } = await pdf(`/r/${receipt.code}.pdf`)
    expect(headers.get('content-disposition')).toBe('inline; filename="C01-2627-000001.pdf"')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect([pagesOf(bytes), sizeOf(bytes)]).toEqual([1, [595.28, 841.89]])
    const words = wordsOf(bytes)
    for (const text of [
      ...['Tax invoice', 'Original for the recipient', 'Sharma Retail LLP', 'MG Road, Pune 411001', `GSTIN ${gstin}`],
      ...['Maharashtra, State code 27', receipt.number, 'Billed to Asha Verma', 'Place of supply Maharashtra (27)', shopName],
      ...['Priority billing', '998599', 'Taxable value ₹120.00', 'CGST 9% ₹10.80', 'SGST 9% ₹10.80', 'Total paid ₹141.60'],
      ...['Tax is not payable on reverse charge.', 'Made by computer and valid without a signature.', `redcarpet.test/r/${receipt.code}`],
      ...['Demo: no real money was paid'],
    ])
      expect(words).toContain(text)
    expect(words).not.toContain('IGST')
  })

  test('on 80 mm is as long as its content and says the same', async () => {
    const { receipt, gstin } = await refunded({ sac: '9985' })
    const { bytes } = await pdf(`/r/${receipt.code}.pdf?paper=80mm`)
    const [width = 0, height = 0] = sizeOf(bytes)
    expect(width).toBeCloseTo(226.77)
    expect(height).toBeGreaterThan(400)
    expect(height).toBeLessThan(800)
    expect(pagesOf(bytes)).toBe(1)
    const words = wordsOf(bytes)
    for (const text of [
      'Tax invoice',
      receipt.number,
      `GSTIN ${gstin}`,
      'SAC 9985',
      'CGST 9% ₹10.80',
      'Total paid ₹141.60',
      'CN01/2627/000001',
    ])
      expect(words).toContain(text)
  })

  test('in Hindi has its words in Devanagari and its numbers in Latin digits', async () => {
    const { receipt } = await paid()
    for (const paper of ['a4', '80mm']) {
      const words = wordsOf((await pdf(`/r/${receipt.code}.pdf?paper=${paper}&lang=hi`)).bytes)
      for (const text of ['सेवा', 'नंबर', '₹120.00', receipt.number].slice(paper === 'a4' ? 0 : 1)) expect(words).toContain(text)
    }
  })

  test('of a union territory names UTGST', async () => {
    const { receipt } = await paid({ state: '04' })
    const words = wordsOf((await pdf(`/r/${receipt.code}.pdf`)).bytes)
    expect(words).toContain('UTGST 9% ₹10.80')
    expect(words).toContain('Chandigarh (04)')
    expect(words).not.toContain('SGST')
  })

  test('of a credit note names the invoice, its date and the law', async () => {
    const { receipt, note } = await refunded()
    for (const paper of ['a4', '80mm']) {
      const words = wordsOf((await pdf(`/r/${note.code}.pdf?paper=${paper}`)).bytes)
      for (const text of [
        'Credit note',
        'Under section 34 of the CGST Act, 2017',
        note.number,
        `For Tax invoice ${receipt.number}`,
        'Total refunded ₹141.60',
      ])
        expect(words).toContain(text)
    }
  })

  test('of a seller without GSTIN names no tax at all', async () => {
    const { receipt } = await refunded({ state: null, sac: '9985' })
    const words = wordsOf((await pdf(`/r/${receipt.code}.pdf`)).bytes)
    expect(words).toContain('Fee ₹120.00')
    expect(words).toContain('Refund receipt RF01/2627/000001')
    for (const absent of ['GST', 'Tax', 'SAC', 'Place of supply', 'reverse charge']) expect(words).not.toContain(absent)
  })

  test('leaves out letters that cannot be printed, and is printed anyway', async () => {
    const { receipt } = await paid({ legalName: 'Chai ☕ அங்காடி Stores' })
    expect(wordsOf((await pdf(`/r/${receipt.code}.pdf`)).bytes)).toContain('Chai Stores')
  })

  test('stays on one page with the longest names', async () => {
    const { receipt } = await paid({ legalName: 'W'.repeat(120) })
    expect(pagesOf((await pdf(`/r/${receipt.code}.pdf`)).bytes)).toBe(1)
  })

  test('is refused to an address that already waits for many others, but one that is drawn already comes at once', async () => {
    const kept = `/r/${(await paid()).receipt.code}.pdf`
    const { bytes } = await pdf(kept)
    const people = []
    for (let i = 0; i < 6; i += 1) people.push(await paid())
    const paths = people.flatMap(({ receipt: { code } }) => ['en', 'hi'].map((lang) => `/r/${code}.pdf?lang=${lang}`))
    let drawn = 0
    const asked = paths.map(async (path) => {
      const answer = await get(path)
      if (answer.status === 200) drawn += 1
      return answer
    })
    const again = await pdf(kept)
    expect(again.bytes.equals(bytes), 'the same print').toBe(true)
    expect(drawn, 'before the others are drawn').toBeLessThan(8)
    const answers = await Promise.all(asked)
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([8, 4])
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5')
  })

  test.skipIf(!hasPrinter)('has a code that leads to its page', async () => {
    const { receipt } = await paid()
    const { bytes } = await pdf(`/r/${receipt.code}.pdf?paper=80mm`)
    expect(scan(print(bytes)).text).toBe(`http://redcarpet.test/r/${receipt.code}`)
  })
})

test('every paper opens and prints a year later as it was issued, though the mall has other details by then', async () => {
  const { receipt, note, mall } = await refunded({ sac: '998599' })
  const papers = [receipt.code, note.code]
  const pages = () => Promise.all(papers.map(async (code) => (await page(`/r/${code}`)).html.replace(/nonce="[^"]*"/g, '')))
  const prints = () => Promise.all(papers.map(async (code) => wordsOf((await pdf(`/r/${code}.pdf`)).bytes)))
  const issued = [await pages(), await prints()]
  expect(issued.flat().every((words) => words.includes('Sharma Retail LLP'))).toBe(true)
  const other = { legalName: 'Verma Stores LLP', address: 'Park Street, Kolkata 700016', gstin: '19ABCDE1234F1Z5' }
  await done(as(superadmin, changeMallDetails, { id: mall, body: other }))
  app.clock.advance(366 * DAY)
  await app.running.tick()
  expect([await pages(), await prints()]).toEqual(issued)
})
