import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCounter } from '#contract/counters/calls.ts'
import { changeDisplay } from '#contract/displays/calls.ts'
import { addMall, addShop } from '#contract/office/form-calls.ts'
import { changeMallDetails } from '#contract/office/mall-calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { type Credentials, clientOf, done, refusal } from '#tests/support/calls/client.ts'
import { information, newMobile, ownerOf, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { freshEmail, freshMall, freshShop, mallForm, shopForm } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

/** What Indian phones and keyboards really send: digits of their scripts, invisible marks, letters of several characters. */

let app: TestApp
let operator: Credentials
let shop: string
beforeAll(async () => {
  app = await startApp()
  operator = await superOf(app.address)
  shop = (await freshShop(app)).id
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const devanagari = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))

describe('a mobile and its code', () => {
  test.each([
    ['in Devanagari digits', devanagari, devanagari],
    [
      'as copied from the contacts',
      (mobile: string) => `\u202a+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}\u202c`,
      (code: string) => ` ${code}`,
    ],
    ['with a dash in the code', (mobile: string) => `0${mobile}`, (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ])('%s are the same digits', async (_how, written, code) => {
    const mobile = newMobile()
    const sent = await done(as({}, sendOtp, { body: { mobile: written(mobile), name: 'Asha', email: 'asha@example.in' } }))
    const proved = await done(as({}, verifyOtp, { body: { mobile, otp: code(String(sent.body.otp)) } }))
    expect(proved.headers.get('set-cookie')).toContain('rc_shopper=')
  })
})

describe('a name that no one can see', () => {
  test.each(['\u200b', ' \u2060\u00a0', '\u3164', '\u2800\u2800', '\ufe0f'])('is an empty one: %j', async (name) => {
    const mall = await freshMall(app)
    const shopper = await verifiedShopper(app.address)
    const refused = [
      ['name', as(shopper, joinQueue, { body: { ...information(shopper, shop), name } })],
      ['name', as(operator, addShop, { id: mall, body: { ...shopForm(), name } })],
      ['title', as(operator, addMall, { body: { ...mallForm(freshEmail()), title: name } })],
      ['title', as(operator, changeMallDetails, { id: mall, body: { title: name } })],
      ['name', as(operator, addCounter, { body: { shopId: shop, name } })],
    ] as const
    for (const [field, asked] of refused) expect(await refusal(asked)).toMatchObject({ code: 'invalid_input', fields: { [field]: /./ } })
  })

  test('is not one with joiners inside, which stay', async () => {
    const name = 'काउंटर क्\u200dष'
    const made = await done(as(await ownerOf(app.address), addCounter, { body: { shopId: shop, name: `\u200e${name}\u200b ` } }))
    expect(made.body.name).toBe(name)
  })
})

test('a name is kept without signs that change how the text next to it reads, and on one line', async () => {
  const owner = await ownerOf(app.address)
  for (const [name, kept] of [
    ['Gate \u202e1', 'Gate 1'],
    ['Gate\t2', 'Gate 2'],
    ['Gate\n3', 'Gate 3'],
    ['\u2066Gate\u2069 4', 'Gate 4'],
  ] as const)
    expect((await done(as(owner, addCounter, { body: { shopId: shop, name } }))).body.name).toBe(kept)
})

test('letters are counted as a reader counts them', async () => {
  const owner = await ownerOf(app.address)
  const change = (pText: string) => as(owner, changeDisplay, { id: shop, body: { pText } })
  for (const letter of ['श्रीं', 'श्रीं'.repeat(4), '👨\u200d👩\u200d👧', '🇮🇳🇮🇳🇮🇳🇮🇳'])
    expect((await done(change(letter))).body.pText).toBe(letter)
  expect(await refusal(change('अबकखग'))).toMatchObject({ fields: { pText: 'Please use at most 4 characters' } })
  const shopper = await verifiedShopper(app.address)
  const join = (name: string) => as(shopper, joinQueue, { body: { ...information(shopper, shop), name } })
  expect(await refusal(join('नि'.repeat(81)))).toMatchObject({ fields: { name: 'Please use at most 80 characters' } })
  await done(join('नि'.repeat(80)))
})
