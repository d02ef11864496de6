import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { addCounter } from '#contract/counters/calls.ts'
import { counterSession, readDeskState } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { removeCounter } from '#contract/office/mall-calls.ts'
import { logout } from '#contract/sign-in/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type BodyOf, type Credentials, clientOf, done, type Wire } from '#tests/support/calls/client.ts'
import { rowOf, type TicketAction, ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { ownerOf, paidShopper, signIn } from '#tests/support/people/people.ts'
import { freshCounter, freshShop, freshStaff, PASSWORD } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const callTo = (ticketId: string, counterId?: string) => as(owner, callTicket, { id: ticketId, body: { counterId } })
const act = (ticketId: string, action: TicketAction) => as(owner, ticketActions[action], { id: ticketId })
const at = (counterId: string, body: BodyOf<typeof counterSession>, who: Credentials = owner) =>
  as(who, counterSession, { id: counterId, body })
const stateOf = async (ticketId: string) =>
  (await app.database.db.selectFrom('ticket').select('state').where('id', '=', ticketId).executeTakeFirstOrThrow()).state

const deskOf = async (shopId: string, who: Credentials = owner) => (await done(as(who, readDeskState, { id: shopId }))).body

const countersOf = ({ counters = [] }: { counters?: Wire<typeof readDeskState>['counters'] }) => counters

async function busyShop(counters: number, people: number) {
  const { id } = await freshShop(app)
  const counterIds: string[] = []
  for (let i = 0; i < counters; i += 1) counterIds.push(await freshCounter(app, id))
  const waiting = await Promise.all(Array.from({ length: people }, () => paidShopper(app.address, id)))
  return { id, counterIds, people: waiting.toSorted((a, b) => a.number - b.number).map(({ ticketId, number }) => ({ ticketId, number })) }
}

describe('a counter', () => {
  test('gets the person that it calls, and no other person while that person has time or is served', async () => {
    const { counterIds, people } = await busyShop(2, 3)
    const [, second] = counterIds
    const [one, two, three] = people.map(({ ticketId }) => ticketId) as [string, string, string]
    expect(rowOf(await callTo(one, second)).counterId).toBe(second)
    expect(await callTo(two, second)).toMatchObject({ status: 409, body: { code: 'counter_busy' } })
    expect((await callTo(one, counterIds[0])).body.alreadyDone, 'already called: the ticket stays at its counter').toBe(true)
    await act(one, 'arrive')
    app.clock.advance(60 * MINUTE)
    expect(await callTo(three, second)).toMatchObject({ status: 409, body: { code: 'counter_busy' } })
    await act(one, 'complete')
    expect(rowOf(await callTo(three, second)).counterId).toBe(second)
  })

  test('that calls the next person after a countdown makes the earlier ticket missed in the same step', async () => {
    const { counterIds, people } = await busyShop(1, 2)
    const [one, two] = people.map(({ ticketId }) => ticketId) as [string, string]
    await callTo(one, counterIds[0])
    app.clock.advance(3 * MINUTE + 1)
    expect(rowOf(await callTo(two, counterIds[0]))).toMatchObject({ state: 'called', counterId: counterIds[0] })
    expect(await stateOf(one)).toBe('missed')
    const undone = rowOf(await act(one, 'undo'))
    expect(undone.state, 'an undo gives the earlier person the old place back').toBe('waiting')
  })

  test('that the call does not name is a free one; if all are busy the call is refused; an overdue ticket gives way first', async () => {
    const { counterIds, people } = await busyShop(2, 4)
    const [one, two, three, four] = people.map(({ ticketId }) => ticketId) as [string, string, string, string]
    const places = [rowOf(await callTo(one)).counterId, rowOf(await callTo(two)).counterId]
    expect(places.toSorted()).toEqual(counterIds.toSorted())
    expect(await callTo(three)).toMatchObject({ status: 409, body: { code: 'counters_busy' } })
    expect(await stateOf(three)).toBe('waiting')
    await act(two, 'arrive')
    app.clock.advance(3 * MINUTE + 1)
    expect(rowOf(await callTo(three)).counterId).toBe(places[0])
    expect([await stateOf(one), await stateOf(two)]).toEqual(['missed', 'serving'])
    expect(await callTo(four)).toMatchObject({ status: 409, body: { code: 'counters_busy' } })
  })

  test('that the shopper prefers is used only if it is open and free', async () => {
    const { id } = await freshShop(app)
    const [first, preferred] = [await freshCounter(app, id), await freshCounter(app, id)]
    const people = await Promise.all(Array.from({ length: 3 }, () => paidShopper(app.address, id)))
    const ids = people.map(({ ticketId }) => ticketId) as [string, string, string]
    await app.database.db.updateTable('ticket').set({ wishedCounterId: preferred }).where('shopId', '=', id).execute()
    expect(rowOf(await callTo(ids[0])).counterId).toBe(preferred)
    expect(rowOf(await callTo(ids[1])).counterId).toBe(first)
    await act(ids[0], 'complete')
    await at(preferred, { open: false })
    expect((await callTo(ids[2])).body.code).toBe('counters_busy')
  })

  test('of another shop or with an unknown id is not found; a closed one is refused', async () => {
    const { counterIds, people } = await busyShop(1, 1)
    const other = await busyShop(1, 0)
    const { ticketId } = people[0] as { ticketId: string }
    for (const counterId of [other.counterIds[0], 'nobodys'])
      expect(await callTo(ticketId, counterId)).toMatchObject({ status: 404, body: { code: 'counter_not_found' } })
    await at(counterIds[0] ?? '', { open: false })
    expect(await callTo(ticketId, counterIds[0])).toMatchObject({ status: 409, body: { code: 'counter_closed' } })
    const open = rowOf(await callTo(ticketId))
    expect(open, 'with all counters closed staff can still call, without a counter').toMatchObject({ state: 'called', counterId: null })
  })

  test('is not needed for calls in a shop that has no counters', async () => {
    const { people } = await busyShop(0, 3)
    for (const { ticketId } of people) expect(rowOf(await callTo(ticketId))).toMatchObject({ state: 'called', counterId: null })
  })

  test('never has two people, even if many are called to it at the same moment', async () => {
    const { counterIds, people } = await busyShop(2, 8)
    const rounds = await Promise.all(people.map(({ ticketId }, i) => callTo(ticketId, counterIds[i % 2])))
    expect(rounds.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(rounds.filter(({ body }) => body.code === 'counter_busy')).toHaveLength(6)
    app.clock.advance(3 * MINUTE + 1)
    // Now both countdowns are over. At the same moment one of the two people arrives, and the call of the other is undone.
    const waiting = people.filter((_, i) => rounds[i]?.status === 409)
    const called = people.filter((_, i) => rounds[i]?.status === 200)
    await Promise.all([
      ...waiting.map(({ ticketId }, i) => callTo(ticketId, i % 3 === 0 ? undefined : counterIds[i % 2])),
      act(called[0]?.ticketId ?? '', 'arrive'),
      act(called[1]?.ticketId ?? '', 'undo'),
    ])
    const held = await app.database.db
      .selectFrom('ticket')
      .select('counterId')
      .where('counterId', 'in', counterIds)
      .where('state', 'in', ['called', 'serving'])
      .execute()
    expect(held.length).toBeGreaterThan(0)
    expect(new Set(held.map(({ counterId }) => counterId)).size, 'one person each').toBe(held.length)
  })

  test('that has another person by now does not get the earlier one back by an undo', async () => {
    const { counterIds, people } = await busyShop(1, 2)
    const [one, two] = people.map(({ ticketId }) => ticketId) as [string, string]
    await callTo(one, counterIds[0])
    await act(one, 'complete')
    await callTo(two, counterIds[0])
    expect(await act(one, 'undo')).toMatchObject({ status: 409, body: { code: 'counter_busy' } })
    await act(two, 'undo')
    expect(rowOf(await act(one, 'undo'))).toMatchObject({ state: 'called', counterId: counterIds[0] })
  })
})

test('counters are listed by their number: the tenth after the second', async () => {
  const { id } = await freshShop(app)
  for (const name of ['Counter 10', 'Counter 2', 'Billing'])
    expect((await as(owner, addCounter, { body: { shopId: id, name } })).status).toBe(201)
  expect(countersOf(await deskOf(id)).map(({ name }) => name)).toEqual(['Billing', 'Counter 2', 'Counter 10'])
})

describe('a device', () => {
  test('is at one counter at a time: it opens it, is named there, moves to another, and closes the one it leaves', async () => {
    const { id, counterIds, people } = await busyShop(2, 1)
    const [first, second] = counterIds as [string, string]
    const { email } = await freshStaff(app, id)
    const clerk = await signIn(app.address, email, PASSWORD)
    expect(await deskOf(id, clerk)).toMatchObject({ shopId: id, mine: null, paused: null, graceMinutes: 5 })
    const opened = await at(first, { open: true }, clerk)
    expect([opened.status, opened.body.mine]).toEqual([200, first])
    await callTo(people[0]?.ticketId ?? '', first)
    expect(countersOf(await deskOf(id, clerk)).find((counter) => counter.id === first)).toMatchObject({
      isOpen: true,
      people: ['Neel Joshi'],
      token: people[0]?.number,
    })
    expect((await deskOf(id)).mine, 'another device is at no counter').toBeNull()
    const moved = await at(second, { open: true }, clerk)
    expect([moved.body.mine, countersOf(moved.body).map(({ people }) => people.length)]).toEqual([second, [0, 1]])
    const left = await at(second, { open: false }, clerk)
    expect(left.body.mine).toBeNull()
    expect(countersOf(left.body).find((counter) => counter.id === second)).toMatchObject({ isOpen: false, people: [] })
  })

  test('can share a counter with another one: both are named, and a session that ends leaves the counter', async () => {
    const { id, counterIds } = await busyShop(1, 0)
    const { email } = await freshStaff(app, id)
    const clerk = await signIn(app.address, email, PASSWORD)
    const screen = await openScreen(app.address, owner)
    expect(await screen.watch({ shopId: id, staff: true })).toMatchObject({ ok: true })
    await at(counterIds[0] ?? '', { open: true }, clerk)
    await expect.poll(() => screen.heard).toContain('desk')
    screen.socket.disconnect()
    const both = await at(counterIds[0] ?? '', { open: true })
    expect(countersOf(both.body)[0]?.people).toHaveLength(2)
    await as(clerk, logout)
    expect(countersOf(await deskOf(id))[0]?.people).not.toContain('Neel Joshi')
  })

  test('is no longer at a counter that was removed', async () => {
    const { id, counterIds } = await busyShop(2, 0)
    await at(counterIds[0] ?? '', { open: true })
    expect((await as(owner, removeCounter, { id: counterIds[0] })).status).toBe(200)
    expect((await deskOf(id)).mine).toBeNull()
  })
})

test('a paused counter gets no calls until the pause ends automatically', async () => {
  const { id, counterIds, people } = await busyShop(2, 2)
  const [first, second] = counterIds as [string, string]
  const [one, two] = people.map(({ ticketId }) => ticketId) as [string, string]
  const paused = countersOf((await at(first, { open: true, pausedFor: 10 })).body).find((counter) => counter.id === first)
  expect(paused).toMatchObject({ isOpen: true, pausedUntil: expect.any(String) })
  expect((await callTo(one, first)).body.code).toBe('counter_closed')
  expect(rowOf(await callTo(one)).counterId).toBe(second)
  const openCounters = async () => (await as({}, readStorefront, { id })).body.queue?.openCounters
  expect(await openCounters()).toBe(1)
  const screen = await openScreen(app.address, {})
  await screen.watch({ shopId: id })
  app.clock.advance(10 * MINUTE + 1)
  await app.running.tick()
  await expect.poll(() => screen.heard).toContain('shop-digest')
  screen.socket.disconnect()
  expect(await openCounters()).toBe(2)
  expect(rowOf(await callTo(two, first)).counterId).toBe(first)
  for (const pausedFor of [0, 241]) expect((await at(first, { open: true, pausedFor })).body.code).toBe('invalid_input')
})
