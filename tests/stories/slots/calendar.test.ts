import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { readCalendar } from '#contract/storefront/calls.ts'
import { addressOf, clientOf, done } from '#tests/support/calls/client.ts'
import { ownerOf, paidShopper, verifiedShopper } from '#tests/support/people/people.ts'
import { booker, nthSlot, slotShop, slotSteps } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const { choose } = slotSteps(() => app)
const stampOf = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')

/** The lines of the file, unfolded (RFC 5545, 3.1). */
async function fileOf({ ticketId, cookie }: { ticketId: string; cookie: string }, language = 'en'): Promise<string[]> {
  const headers = { cookie: `${cookie}; rc_lang=${language}` }
  const response = await fetch(app.address + addressOf(readCalendar, { id: ticketId }), { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  return (await response.text()).replace(/\r\n[ \t]/g, '').split('\r\n')
}
const textOf = (lines: readonly string[], name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)

describe('the calendar file of a booking', () => {
  test('says when and where, reminds of it, and is the same event with its new time after a move', async () => {
    const shop = await slotShop(app, { openingHours: null, place: 'Level 2; by the lift' })
    const [first, second] = [await nthSlot(app, shop, 4), await nthSlot(app, shop, 6)]
    const shopper = await booker(app, shop, first.id)
    const lines = await fileOf(shopper)
    expect([textOf(lines, 'DTSTART'), textOf(lines, 'DTEND')]).toEqual([stampOf(first.startsAt), stampOf(first.endsAt)])
    expect(textOf(lines, 'LOCATION')).toMatch(
      /^Shop \d+\\, Level 2\\; by the lift\\, Phoenix Mall\\, Senapati Bapat Marg\\, Lower Parel\\, Mumbai 400013$/,
    )
    expect(textOf(lines, 'SUMMARY')).toMatch(/^Your turn at Shop \d+$/)
    expect(textOf(lines, 'DESCRIPTION')).toContain(`Token ${shopper.number} at `)
    expect(textOf(lines, 'TRIGGER')).toBe('-PT15M')
    expect(textOf(await fileOf(shopper, 'hi'), 'SUMMARY'), 'in the language of the page').toMatch(/^Shop \d+ में आपकी बारी$/)

    await done(choose(shopper, second.id))
    const moved = await fileOf(shopper)
    expect(textOf(moved, 'DTSTART')).toBe(stampOf(second.startsAt))
    expect(textOf(moved, 'UID')).toBe(textOf(lines, 'UID'))
    expect(Number(textOf(moved, 'SEQUENCE'))).toBeGreaterThan(Number(textOf(lines, 'SEQUENCE')))
  })

  test('is for its own shopper while the ticket is booked', async () => {
    const shop = await slotShop(app, { openingHours: null })
    const [booked, waiting] = [await booker(app, shop, (await nthSlot(app, shop, 4)).id), await paidShopper(app.address, shop)]
    const refused = async (who: { cookie: string }, ticketId: string) => (await as(who, readCalendar, { id: ticketId })).body
    expect(await refused(await verifiedShopper(app.address), booked.ticketId)).toMatchObject({ code: 'ticket_not_found' })
    expect(await refused(waiting, waiting.ticketId)).toMatchObject({ code: 'wrong_state' })
    await done(as(await ownerOf(app.address), callTicket, { id: waiting.ticketId, body: null }))
    expect(await refused(waiting, waiting.ticketId)).toMatchObject({ code: 'wrong_state' })
  })
})
