import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#contract/base/time.ts'
import { callByNumber } from '#contract/desk/calls.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '#contract/events.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import { chooseSlot } from '#contract/queue/calls.ts'
import { numbersOf, type Run } from '#contract/queue/waiting.ts'
import { DIGEST_EVERY_MS } from '#server/realtime/live-listener.ts'
import { done, send } from '#tests/support/calls/client.ts'
import { paidShopper, staffOf } from '#tests/support/people/people.ts'
import { joiner, nthSlot, slotShop, slotsOf } from '#tests/support/people/slot-shops.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let staff: Awaited<ReturnType<typeof staffOf>>
const open: { disconnect(): unknown }[] = []
beforeAll(async () => {
  app = await startApp()
  staff = await staffOf(app.address)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(() => app.stop())

const cafe = 'phoenix-cafe'
interface Left {
  id: string
  left: number
}
interface Row {
  _id: string
  notice: string | null
}

async function screen(who: { bearer?: string; cookie?: string } = {}, transports = ['websocket']) {
  const socket: Socket<ServerToClient, ClientToServer> = io(app.address, {
    transports,
    forceNew: true,
    reconnection: false,
    ...(who.bearer ? { auth: { token: who.bearer } } : {}),
    ...(who.cookie ? { extraHeaders: { cookie: who.cookie } } : {}),
  })
  open.push(socket)
  const heard: { name: string; event: Record<string, unknown> }[] = []
  socket.onAny((name: string, event: Record<string, unknown>) => heard.push({ name, event }))
  await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject))
  const watch = (request: WatchRequest) => new Promise<WatchAnswer>((resolve) => socket.emit('watch', request, resolve))
  const of = (name: keyof ServerToClient) => heard.filter((h) => h.name === name).map((h) => h.event)
  return { socket, heard, of, watch }
}

describe('live', () => {
  test('a join and a call appear on the staff table without a reload, each step once and without a gap in the sequence', async () => {
    const desk = await screen(staff)
    const first = await desk.watch({ shopId: cafe, staff: true })
    if (!first.ok) throw new Error(first.code)
    expect(first.snapshot?.tickets?.length).toBeGreaterThanOrEqual(5)
    const paid = await paidShopper(app.address, cafe)
    await send(app.address, callTicket, { id: paid.ticketId }, staff)
    await eventually(() =>
      desk.of('staff').find(({ ticket }) => (ticket as Row)._id === paid.ticketId && (ticket as Row).notice === 'delivered'),
    )
    // The screen may also hear events from before its list, if the node had not told them yet.
    const seqs = desk.heard.filter((h) => ['staff', 'display'].includes(h.name) && Number(h.event.seq) > first.seq).map((h) => h.event.seq)
    expect(seqs).toEqual(Array.from(seqs, (_, i) => first.seq + 1 + i))
    expect(desk.of('staff').at(-1)).toMatchObject({
      shopId: cafe,
      gone: false,
      ticket: { _id: paid.ticketId, token: paid.number, state: 'called' },
    })
    await send(app.address, completeTicket, { id: paid.ticketId }, staff)
    await eventually(() => desk.of('staff').find((e) => e.gone === true))
  })

  test('a call reaches the phone with the countdown by the server’s clock, and everyone else only as a number', async () => {
    const paid = await paidShopper(app.address, cafe)
    const phone = await screen(paid)
    const stranger = await screen()
    expect(await phone.watch({ ticketId: paid.ticketId })).toMatchObject({
      ok: true,
      snapshot: { pass: { number: paid.number, state: 'waiting' } },
    })
    expect(await stranger.watch({ shopId: cafe })).toMatchObject({ ok: true })
    const called = await send(app.address, callByNumber, { body: { number: paid.mobile } }, staff)
    const pass = await eventually(() => phone.of('ticket').find((p) => p.state === 'called'))
    const startTime = called.body.ticket?.startTime
    expect(pass).toMatchObject({ id: paid.ticketId, call: { startTime, duration: 180 } })
    expect(Math.abs(Number(pass.serverTime) - app.clock.now().getTime())).toBeLessThan(5 * SECOND)
    const start = await eventually(() => stranger.of('countdown-start')[0])
    expect(start).toMatchObject({ startTime, duration: 180, shopId: cafe, token: paid.number })
    const digest = await eventually(() =>
      stranger.of('shop-digest').find((d) => (d.nowServing as { number: number }[]).some((s) => s.number === paid.number)),
    )
    expect(numbersOf(digest.order as Run[])).not.toContain(paid.number)
    expect(JSON.stringify(stranger.heard)).not.toMatch(/Asha|example\.in|"mobile"/)
    expect(stranger.of('ticket')).toEqual([])
    expect(stranger.of('staff')).toEqual([])
  })

  test('what is left in a slot reaches everyone who watches the shop: after a hold, another choice and a cancellation', async () => {
    const shop = await slotShop(app)
    const tomorrow = (await slotsOf(app, shop)).days[1]?.day
    const [first, second] = [await nthSlot(app, shop, 0, tomorrow), await nthSlot(app, shop, 1, tomorrow)]
    const [hall, elsewhere] = [await screen(), await screen()]
    expect([await hall.watch({ shopId: shop }), await elsewhere.watch({ shopId: cafe })]).toMatchObject([{ ok: true }, { ok: true }])
    const leftNow = () => Object.fromEntries(hall.of('places').flatMap(({ left }) => (left as Left[]).map((one) => [one.id, one.left])))
    const shopper = await joiner(app, shop)
    const choose = (slotId: string) => done(send(app.address, chooseSlot, { id: shopper.ticketId, body: { slotId } }, shopper))
    await choose(first.id)
    await expect.poll(leftNow).toEqual({ [first.id]: 1 })
    await choose(second.id)
    await expect.poll(leftNow).toEqual({ [first.id]: 2, [second.id]: 1 })
    await done(send(app.address, cancelTicket, { id: shopper.ticketId }, shopper))
    await expect.poll(leftNow).toEqual({ [first.id]: 2, [second.id]: 2 })
    expect(elsewhere.of('places')).toEqual([])
  })

  test('a screen that reconnects asks since its last sequence number, and gets a snapshot only if something happened', async () => {
    const before = await screen(staff)
    const first = await before.watch({ shopId: cafe, staff: true })
    if (!first.ok) throw new Error(first.code)
    before.socket.disconnect()
    const same = await screen(staff)
    expect(await same.watch({ shopId: cafe, staff: true, since: first.seq })).toEqual({ ok: true, seq: first.seq, snapshot: null })
    same.socket.disconnect()
    const paid = await paidShopper(app.address, cafe)
    await app.running.relay.drain()
    const after = await screen(staff)
    const second = await after.watch({ shopId: cafe, staff: true, since: first.seq })
    if (!second.ok) throw new Error(second.code)
    expect(second.seq).toBeGreaterThan(first.seq)
    expect(second.snapshot?.tickets?.map((t) => t._id)).toContain(paid.ticketId)
  })

  test('a phone that reconnects always gets its pass, because a refund takes no sequence number', async () => {
    const person = await paidShopper(app.address, cafe)
    const { ticketId } = person
    expect((await send(app.address, cancelTicket, { id: ticketId }, person)).status).toBe(200)
    await app.running.relay.drain()
    const away = await screen(person)
    const last = await away.watch({ shopId: cafe, ticketId })
    if (!last.ok) throw new Error(last.code)
    away.socket.disconnect()
    await app.running.tick()
    const back = await (await screen(person)).watch({ shopId: cafe, ticketId, since: last.seq })
    expect(back).toEqual({ ok: true, seq: last.seq, snapshot: { pass: expect.objectContaining({ id: ticketId }) } })
    expect(back.ok && back.snapshot?.pass?.payment).toMatchObject({ state: 'refunded' })
  })

  test('many changes in a row reach the public in a few digests, and the last one is right', async () => {
    const hall = await screen()
    await hall.watch({ shopId: 'royal-sarees' })
    const began = performance.now()
    for (let i = 0; i < 20; i += 1) await paidShopper(app.address, 'royal-sarees')
    await eventually(() => (hall.of('shop-digest').at(-1)?.waiting === 20 ? true : undefined))
    // The slower the machine, the more may come: at most one every half second.
    const halfSeconds = (performance.now() - began) / DIGEST_EVERY_MS
    expect(hall.of('shop-digest').length).toBeLessThanOrEqual(halfSeconds + 2)
    const seqs = hall.of('shop-digest').map((d) => Number(d.seq))
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  })

  test('a standard client that starts with polling works too', async () => {
    const old = await screen({}, ['polling', 'websocket'])
    expect(await old.watch({ shopId: cafe })).toMatchObject({ ok: true })
  })

  test('wrong watch requests are refused with a code, and the socket can still be used', async () => {
    const stranger = await screen()
    const odd = [
      null,
      5,
      'shop',
      {},
      { shopId: '' },
      { shopId: 'nowhere' },
      { shopId: 5 },
      { staff: true, shopId: cafe },
      { ticketId: 'x' },
      { since: -1, shopId: cafe },
    ]
    for (const request of odd) expect(await stranger.watch(request as never), JSON.stringify(request)).toMatchObject({ ok: false })
    expect(await stranger.watch({ shopId: cafe })).toMatchObject({ ok: true })
  })
})
