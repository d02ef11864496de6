import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { readDay } from '#contract/payments/day-calls.ts'
import { readCountdown } from '#contract/queue/calls.ts'
import { type StaffTicketWire, ticket } from '#contract/queue/shapes.ts'
import { readPass, readStorefront } from '#contract/storefront/calls.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { ask, type BodyOf, type Credentials, send } from '#tests/support/calls/client.ts'
import { rowOf, type TicketAction, ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { order, ownerOf, paidShopper, staffOf } from '#tests/support/people/people.ts'
import { freshCounter, freshShop } from '#tests/support/people/place-rows.ts'
import { booker, joiner, nthSlot, slotShop } from '#tests/support/people/slot-shops.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { tableOrder } from '#web/features/desk/table-state.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  app.clock.stop()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

type Body = BodyOf<(typeof ticketActions)[TicketAction]>
const act = (ticketId: string, action: TicketAction, body?: Body) => send(app.address, ticketActions[action], { id: ticketId, body }, owner)
const passOf = async ({ ticketId, cookie }: { ticketId: string; cookie: string }) =>
  (await ask(app.address, readPass, { id: ticketId }, { cookie })).body
const later = async (ms: number) => {
  app.clock.advance(ms)
  await app.running.tick()
}
async function busyShop(counters: number, people: number) {
  const { id } = await freshShop(app)
  const counterIds: string[] = []
  for (let i = 0; i < counters; i += 1) counterIds.push(await freshCounter(app, id))
  const waiting = await Promise.all(Array.from({ length: people }, () => paidShopper(app.address, id)))
  return { id, counterIds, people: waiting.toSorted((a, b) => a.number - b.number) }
}
const nowServing = async (shopId: string) => (await ask(app.address, readStorefront, { id: shopId })).body.queue.nowServing

describe('a person who is here', () => {
  test('is served and never missed, however long it takes; the phone and the storefront show the counter', async () => {
    const { id, people } = await busyShop(1, 1)
    const [person] = people as [(typeof people)[number]]
    const called = rowOf(await act(person.ticketId, 'call'))
    const { counter } = called
    const arrived = await act(person.ticketId, 'arrive')
    expect([arrived.status, arrived.body.alreadyDone, rowOf(arrived)]).toEqual([
      200,
      false,
      expect.objectContaining({
        state: 'serving',
        counter,
        counterId: called.counterId,
        startTime: null,
        missedAt: null,
        undoable: 'arrive',
      }),
    ])
    await later(90 * MINUTE)
    expect(await passOf(person)).toMatchObject({ state: 'serving', call: null, counter })
    expect(await nowServing(id)).toEqual([{ number: person.number, counter, serving: true }])
    expect((await act(person.ticketId, 'arrive')).body.alreadyDone, 'pressed twice').toBe(true)
    expect((await act(person.ticketId, 'no-show')).body.code).toBe('wrong_state')
    const left = await send(app.address, cancelTicket, { id: person.ticketId }, { cookie: person.cookie })
    expect(left.body.code, 'a shopper cannot leave while being served').toBe('wrong_state')
    expect(rowOf(await act(person.ticketId, 'complete')).state).toBe('served')
  })

  test('is called again after an undo, with the countdown that was running', async () => {
    const { people } = await busyShop(1, 1)
    const [person] = people as [(typeof people)[number]]
    const called = rowOf(await act(person.ticketId, 'call'))
    await act(person.ticketId, 'arrive')
    const undone = rowOf(await act(person.ticketId, 'undo'))
    expect(undone).toMatchObject({ state: 'called', startTime: called.startTime, missedAt: called.missedAt, undoable: 'call' })
  })

  test('after being missed is served at the counter that staff choose; a busy counter is refused', async () => {
    const { counterIds, people } = await busyShop(2, 2)
    const [late, other] = people as [(typeof people)[number], (typeof people)[number]]
    const [first, second] = counterIds
    await act(late.ticketId, 'call', { counterId: first })
    await later(9 * MINUTE)
    expect((await passOf(late)).state).toBe('missed')
    await act(other.ticketId, 'call', { counterId: first })
    expect((await act(late.ticketId, 'arrive', { counterId: first })).body.code).toBe('counter_busy')
    expect(rowOf(await act(late.ticketId, 'arrive', { counterId: second }))).toMatchObject({ state: 'serving', counterId: second })
    expect(rowOf(await act(late.ticketId, 'undo')).state, 'back to missed').toBe('missed')
    expect(rowOf(await act(late.ticketId, 'arrive')), 'if no counter is named, a free one is used').toMatchObject({ counterId: second })
  })
})

test('the staff table comes in the order in which each desk shows it', async () => {
  const shop = await slotShop(app)
  const [late, soon] = [await nthSlot(app, shop, 3), await nthSlot(app, shop, 2)]
  const people = []
  for (let n = 0; n < 5; n += 1) people.push(await paidShopper(app.address, shop))
  const [missed, called, serving] = people.map(({ ticketId }) => ticketId) as [string, string, string]
  for (const { id } of [late, soon]) await booker(app, shop, id)
  await act(missed, 'call')
  await later(30 * MINUTE)
  for (const id of [serving, called]) await later(SECOND).then(() => act(id, 'call'))
  await act(serving, 'arrive')
  const owing = await joiner(app, shop)
  await order(app.address, owing, owing.ticketId, 'cash')
  const rows = (await ask(app.address, listTickets, { id: shop }, owner)).body.map((one) => ticket.parse(one))
  expect(rows.map(({ state }) => state)).toEqual([
    ...['serving', 'called', 'waiting', 'waiting'],
    ...['pending_payment', 'missed', 'booked', 'booked'],
  ])
  expect(tableOrder(rows.toReversed()).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})

test('the answer of an action is the row that the table then has', async () => {
  const { id, people } = await busyShop(1, 1)
  const [{ ticketId }] = people as [(typeof people)[number]]
  const atStaff = await paidShopper(app.address, SHOP)
  const actions = ['call', 'recall', 'extend', 'arrive', 'undo', 'undo', 'call', 'no-show', 'undo', 'arrive'] as const
  for (const [who, shopId, ticket] of [[owner, id, ticketId] as const, [await staffOf(app.address), SHOP, atStaff.ticketId] as const])
    for (const [i, action] of actions.entries()) {
      const row = rowOf(await send(app.address, ticketActions[action], { id: ticket, body: action === 'extend' ? {} : undefined }, who))
      const { body: table } = await ask(app.address, listTickets, { id: shopId }, who)
      // The message of a call may be delivered in between.
      const inTable = table.map((one) => ({ ...one, notice: row.notice, version: row.version }))
      if (action !== 'no-show') expect(inTable, `${i}. ${action}`).toContainEqual(row)
      await later(4 * SECOND)
    }
})

describe('a countdown that has ended', () => {
  test('leaves the ticket called for the grace time of the shop, and then it is missed', async () => {
    const { id, people } = await busyShop(1, 1)
    await send(app.address, changeSettings, { id, body: { graceMinutes: 2 } }, owner)
    const [person] = people as [(typeof people)[number]]
    const called = rowOf(await act(person.ticketId, 'call'))
    expect(called.missedAt).toBe((called.startTime ?? 0) + 180 * SECOND + 2 * MINUTE)
    await later(181 * SECOND)
    expect(await passOf(person)).toMatchObject({ state: 'called', call: { startTime: called.startTime, missedAt: called.missedAt } })
    const running = await send(app.address, readCountdown, { query: { shopId: id } })
    expect(running.body, 'the countdown no longer runs').toMatchObject({ startTime: null, countdowns: [] })
    await later(118 * SECOND)
    expect((await passOf(person)).state, 'a second before').toBe('called')
    await later(2 * SECOND)
    expect(await passOf(person)).toMatchObject({ state: 'missed', call: null, counter: null })
  })

  test('makes the ticket missed at once in a shop without grace time', async () => {
    const { id, people } = await busyShop(1, 1)
    await send(app.address, changeSettings, { id, body: { graceMinutes: 0 } }, owner)
    const [person] = people as [(typeof people)[number]]
    await act(person.ticketId, 'call')
    await later(181 * SECOND)
    expect((await passOf(person)).state).toBe('missed')
  })
})

describe('a recall', () => {
  test('starts the countdown again and sends one more message, at most three times per call', async () => {
    const { id, people } = await busyShop(1, 1)
    const [person] = people as [(typeof people)[number]]
    const screen = await openScreen(app.address, {})
    await screen.watch({ shopId: id })
    const called = rowOf(await act(person.ticketId, 'call'))
    expect(called.recallsLeft).toBe(3)
    await later(4 * MINUTE)
    for (const left of [2, 1, 0]) {
      const rung = rowOf(await act(person.ticketId, 'recall'))
      expect(rung).toMatchObject({ state: 'called', recallsLeft: left, duration: 180, undoable: 'call' })
      expect(rung.startTime).toBeGreaterThanOrEqual((called.startTime ?? 0) + 4 * MINUTE)
      await later(3 * SECOND)
    }
    expect(await act(person.ticketId, 'recall')).toMatchObject({ status: 409, body: { code: 'recalled_enough' } })
    await app.running.tick()
    const messages = (await passOf(person)).messages.filter(({ kind }) => kind === 'call')
    expect(messages).toHaveLength(4)
    await expect.poll(() => screen.heard.filter((name) => name === 'countdown-start').length).toBe(4)
    screen.socket.disconnect()
    await act(person.ticketId, 'undo')
    expect(rowOf(await act(person.ticketId, 'call')).recallsLeft, 'a new call').toBe(3)
  })

  test('counts a double press once, also at the third and last recall', async () => {
    const { people } = await busyShop(1, 1)
    const [person] = people as [(typeof people)[number]]
    await act(person.ticketId, 'call')
    for (const left of [2, 1, 0]) {
      expect((await act(person.ticketId, 'recall')).body).toMatchObject({ alreadyDone: false, ticket: { recallsLeft: left } })
      await later(2 * SECOND)
      expect((await act(person.ticketId, 'recall')).body).toMatchObject({ alreadyDone: true, ticket: { recallsLeft: left } })
      await later(SECOND)
    }
    const { messages, call: ringing } = await passOf(person)
    expect(messages.filter(({ kind }) => kind === 'call')).toHaveLength(4)
    expect(ringing?.rings).toBe(4)
  })

  test('makes the phone ring; an extension does not', async () => {
    const { people } = await busyShop(1, 1)
    const [person] = people as [(typeof people)[number]]
    await act(person.ticketId, 'call')
    const first = (await passOf(person)).call
    await later(MINUTE)
    await act(person.ticketId, 'extend')
    const longer = (await passOf(person)).call
    expect(longer?.startTime).toBeGreaterThan(first?.startTime ?? 0)
    expect([first?.rings, longer?.rings]).toEqual([1, 1])
    await act(person.ticketId, 'recall')
    expect((await passOf(person)).call?.rings).toBe(2)
  })

  test('is only possible for called tickets, and so is an extension', async () => {
    const { people } = await busyShop(1, 1)
    const [person] = people as [(typeof people)[number]]
    for (const action of ['recall', 'extend'] as const)
      expect(await act(person.ticketId, action), action).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    await act(person.ticketId, 'call')
    await act(person.ticketId, 'arrive')
    for (const action of ['recall', 'extend'] as const)
      expect(await act(person.ticketId, action), action).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
  })
})

describe('an extension', () => {
  test('starts now, lasts two minutes unless staff choose another number, and sends no message', async () => {
    const { people } = await busyShop(1, 1)
    const [person] = people as [(typeof people)[number]]
    await act(person.ticketId, 'call')
    await later(4 * MINUTE)
    const now = app.clock.now().getTime()
    const longer = rowOf(await act(person.ticketId, 'extend'))
    expect(longer).toMatchObject({ state: 'called', duration: 120, recallsLeft: 3 })
    expect(longer.startTime).toBeGreaterThanOrEqual(now)
    expect(rowOf(await act(person.ticketId, 'extend', { minutes: 7 })).duration).toBe(420)
    for (const minutes of [0, 11, 1.5]) expect((await act(person.ticketId, 'extend', { minutes })).body.code).toBe('invalid_input')
    await app.running.tick()
    expect((await passOf(person)).messages.filter(({ kind }) => kind === 'call')).toHaveLength(1)
    await later(11 * MINUTE)
    expect((await passOf(person)).state, 'in the grace time after it').toBe('called')
    await later(2 * MINUTE)
    expect((await passOf(person)).state).toBe('missed')
  })
})

test('the phone shows that a call was undone until the next call, and gets a message after that of the call', async () => {
  const { people } = await busyShop(1, 1)
  const [person] = people as [(typeof people)[number]]
  expect((await passOf(person)).undoneAt).toBeNull()
  await act(person.ticketId, 'call')
  await app.running.tick()
  const before = app.clock.now().getTime()
  await act(person.ticketId, 'undo')
  await app.running.tick()
  const pass = await passOf(person)
  expect(pass).toMatchObject({ state: 'waiting', call: null, counter: null })
  expect(pass.undoneAt).toBeGreaterThanOrEqual(before)
  const said = Object.fromEntries(pass.messages.map(({ kind, text }) => [kind, text]))
  expect(said).toMatchObject({
    call: expect.stringContaining('your counter is ready'),
    mistake: `Token ${person.number} was called by mistake. Please wait: we will message you when the counter is ready.`,
  })
  await act(person.ticketId, 'call')
  expect((await passOf(person)).undoneAt).toBeNull()
})

describe('a call out of turn', () => {
  const dayOf = async (shopId: string) => (await ask(app.address, readDay, { id: shopId, query: {} }, owner)).body.tickets
  const tableOf = async (shopId: string) => (await ask(app.address, listTickets, { id: shopId }, owner)).body

  test('is told to every desk while it lasts, and stays in the record of the day', async () => {
    const { id, people } = await busyShop(2, 3)
    const [first, second, third] = people as [(typeof people)[number], (typeof people)[number], (typeof people)[number]]
    expect(rowOf(await act(third.ticketId, 'call')).outOfTurn).toBe(true)
    expect(rowOf(await act(third.ticketId, 'recall')).outOfTurn, 'it is still the same call').toBe(true)
    app.clock.advance(SECOND)
    expect(rowOf(await act(first.ticketId, 'call')).outOfTurn).toBe(false)
    expect((await tableOf(id)).map(({ outOfTurn }) => outOfTurn)).toEqual([true, false, false])
    expect(rowOf(await act(third.ticketId, 'arrive')).outOfTurn).toBe(false)
    await act(first.ticketId, 'arrive')
    await act(first.ticketId, 'complete')
    expect(rowOf(await act(second.ticketId, 'call')).outOfTurn, 'nobody else waits').toBe(false)
    const calls = (await dayOf(id)).map(({ steps }) => steps.filter(({ action }) => action === 'call').map(({ outOfTurn }) => outOfTurn))
    expect(calls, 'the newest number first').toEqual([[true], [false], [false]])
  })

  test('is not the call of a person who was missed: that person has had the turn', async () => {
    const { people } = await busyShop(2, 2)
    const [first] = people as [(typeof people)[number]]
    await act(first.ticketId, 'call')
    await later(30 * MINUTE)
    expect(rowOf(await act(first.ticketId, 'call')).outOfTurn).toBe(false)
  })

  test('is never a call of the first row that waits, however it got its place in line', async () => {
    const { id, people } = await busyShop(1, 1)
    // It joins later and is served earlier, as if its slot had begun before it was paid, or the head start had been changed.
    app.clock.advance(5 * MINUTE)
    const late = await paidShopper(app.address, id)
    await app.database.db
      .updateTable('ticket')
      .set({ serveKey: new Date(Date.parse((await tableOf(id))[0]?.serveAt ?? '') - MINUTE) })
      .where('id', '=', late.ticketId)
      .execute()
    const waiting = (await tableOf(id)).toSorted((a, b) => Date.parse(a.serveAt ?? '') - Date.parse(b.serveAt ?? ''))
    expect(waiting.map(({ _id }) => _id)).toEqual([late.ticketId, people[0]?.ticketId])
    expect(rowOf(await act(late.ticketId, 'call')).outOfTurn).toBe(false)
  })

  test('of two calls at the same moment, only the one that came first can be', async () => {
    for (const counters of [0, 2])
      for (let round = 0; round < 5; round += 1) {
        const { people } = await busyShop(counters, 2)
        const [first, second] = (await Promise.all(people.map(({ ticketId }) => act(ticketId, 'call')))).map(rowOf) as [
          StaffTicketWire,
          StaffTicketWire,
        ]
        const { rows } = await sql<{ ticketId: string }>`select ticket_id from ticket_event where action = 'call'
          and ticket_id in (${first._id}, ${second._id}) order by id`.execute(app.database.db)
        expect([first.outOfTurn, second.outOfTurn], `${counters} counters, round ${round}`).toEqual([
          false,
          rows[0]?.ticketId === second._id,
        ])
      }
  })
})
