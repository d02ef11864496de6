import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeOfDay } from '#contract/base/zoned.ts'
import { cancelTicket, readReceipt } from '#contract/payments/calls.ts'
import { chooseSlot } from '#contract/queue/calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { textOf } from '#tests/support/calls/pdf.ts'
import { paidShopper } from '#tests/support/people/people.ts'
import { booker, nthSlot, slotShop } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const pageOf = async (code: string) => (await (await fetch(`${app.address}/r/${code}`)).text()).replaceAll('&quot;', '"')
const printOf = async (code: string, query: string) => {
  const pdf = await fetch(`${app.address}/r/${code}.pdf?${query}`)
  return textOf(Buffer.from(await pdf.arrayBuffer())).replace(/\s+/g, ' ')
}
const receiptOf = async (who: { cookie: string; mobile: string }, id: string | null) =>
  (await done(as(who, readReceipt, { id: id ?? '' }))).body
const spanOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  `${timeOfDay(startsAt, 'Asia/Kolkata')}–${timeOfDay(endsAt, 'Asia/Kolkata')}`.replaceAll('\u00a0', ' ')

test('the receipt of a booking says the time that was booked at its issue, on its page and on both prints', async () => {
  const shop = await slotShop(app, { openingHours: null })
  const [first, second] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 8)]
  const shopper = await booker(app, shop, first.id)
  const { code } = await receiptOf(shopper, shopper.receiptId)
  expect(await pageOf(code)).toContain(`"slot":{"startsAt":"${first.startsAt}","endsAt":"${first.endsAt}"}`)
  for (const paper of ['a4', '80mm']) {
    expect(await printOf(code, `paper=${paper}&lang=en`)).toContain('Booked time')
    expect(await printOf(code, `paper=${paper}&lang=en`)).toContain(spanOf(first))
    expect(await printOf(code, `paper=${paper}&lang=hi`), 'in Hindi').toContain(spanOf(first))
  }
  await done(as(shopper, chooseSlot, { id: shopper.ticketId, body: { slotId: second.id } }))
  expect(await pageOf(code), 'a move does not change it').toContain(`"slot":{"startsAt":"${first.startsAt}"`)
  expect(await printOf(code, 'paper=a4&lang=en')).toContain(spanOf(first))
  expect(await receiptOf(shopper, shopper.receiptId)).toMatchObject({ slot: { id: first.id } })
})

test('the paper for a refund, and the receipt of a person who joined without booking, say no time', async () => {
  const shop = await slotShop(app, { openingHours: null })
  const shopper = await booker(app, shop, (await nthSlot(app, shop, 4)).id)
  await done(as(shopper, cancelTicket, { id: shopper.ticketId }))
  await app.running.tick()
  const [note] = (await receiptOf(shopper, shopper.receiptId)).creditNotes
  const direct = await paidShopper(app.address, shop)
  for (const code of [note?.code ?? '', (await receiptOf(direct, direct.receiptId)).code]) {
    expect(await pageOf(code)).toContain('"slot":null')
    expect(await printOf(code, 'paper=80mm&lang=en')).not.toContain('Booked time')
  }
})
