import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '#contract/events.ts'
import { logout } from '#contract/sign-in/calls.ts'
import { type Credentials, send } from '#tests/support/calls/client.ts'
import { addRivals, type CallerName, callerNames, introductions, SHOP, type Subject, subjectAt } from '#tests/support/people/callers.ts'
import { signIn, staffOf } from '#tests/support/people/people.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

/** The matrix's rows about rooms, the handshake, and the end of a session. */

let app: TestApp
let subject: Subject
let introduce: (name: CallerName, subject?: Subject) => Promise<Credentials>
const sockets: { disconnect(): unknown }[] = []
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  introduce = introductions(app.address)
  subject = await subjectAt(app.address, 'waiting')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(() => app.stop())

type ClientSocket = Socket<ServerToClient, ClientToServer>

/** Rejects with the refusal of the handshake. `headers` are what a page of another site would send. */
async function connect(who: Credentials, headers: Record<string, string> = {}) {
  const socket: ClientSocket = io(app.address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(who.bearer ? { auth: { token: who.bearer } } : {}),
    extraHeaders: { ...(who.cookie ? { cookie: who.cookie } : {}), ...headers },
  })
  sockets.push(socket)
  const heard: string[] = []
  const said: unknown[] = []
  socket.onAny((name: string, event: unknown) => {
    heard.push(name)
    said.push(event)
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  const watch = (request: WatchRequest) => new Promise<WatchAnswer>((resolve) => socket.emit('watch', request, resolve))
  return { socket, heard, said, watch }
}

/** The answers to each caller, in the order of `callerNames`: `ok` or the code of the refusal. */
const rows: readonly { answers: readonly string[]; room: string; ask: (subject: Subject) => WatchRequest }[] = [
  { room: 'the public room of a shop', ask: () => ({ shopId: SHOP }), answers: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'] },
  {
    room: 'the room of a ticket',
    ask: ({ ticketId }) => ({ ticketId }),
    answers: ['ticket_not_found', 'ok', ...Array(6).fill('ticket_not_found')],
  },
  {
    room: 'the staff room of a shop',
    ask: () => ({ shopId: SHOP, staff: true }),
    answers: ['not_signed_in', 'not_signed_in', 'not_signed_in', 'ok', 'forbidden', 'ok', 'forbidden', 'ok'],
  },
]

describe('rooms', () => {
  for (const { room, ask, answers } of rows) {
    for (const [i, caller] of callerNames.entries()) {
      test(`socket, ${room}: ${caller} → ${answers[i]}`, async () => {
        const { watch } = await connect(await introduce(caller, subject))
        const answer = await watch(ask(subject))
        expect(answer.ok ? 'ok' : answer.code).toBe(answers[i])
        if (!answer.ok) expect(Object.keys(answer).sort(), 'a refusal contains nothing else').toEqual(['code', 'ok'])
        if (room === 'the public room of a shop') expect(JSON.stringify(answer), 'numbers only').not.toMatch(/Asha|"name"|"mobile"/)
      })
    }
  }

  test('a caller who is refused a room hears nothing from it, and the public room hears numbers only', async () => {
    const person = await subjectAt(app.address, 'waiting')
    const refused = await Promise.all(
      (['nobody', 'another shopper', 'staff of another shop', 'the owner of another mall'] as const).map(async (name) => {
        const screen = await connect(await introduce(name))
        await screen.watch({ shopId: SHOP, staff: true })
        await screen.watch({ ticketId: person.ticketId })
        await screen.watch({ shopId: SHOP })
        return screen
      }),
    )
    const silent = await connect(await introduce('nobody'))
    await send(app.address, callTicket, { id: person.ticketId }, await staffOf(app.address))
    for (const screen of refused) {
      await eventually(() => (screen.heard.includes('countdown-start') && screen.heard.includes('shop-digest') ? true : undefined))
      expect(new Set(screen.heard)).toEqual(new Set(['countdown-start', 'shop-digest']))
      expect(JSON.stringify(screen.said)).not.toMatch(new RegExp(`${person.mobile}|Asha|${person.ticketId}`))
    }
    expect(silent.heard, 'a socket that watches nothing hears nothing').toEqual([])
  })

  test('a staff account is automatically in the staff room of its shop, and in no other', async () => {
    const own = await connect(await introduce('staff'))
    const foreign = await connect(await introduce('staff of another shop'))
    const person = await subjectAt(app.address, 'waiting')
    await eventually(() => own.said.find((event) => JSON.stringify([event]).includes(person.ticketId)))
    expect(foreign.heard).toEqual([])
  })

  test('a request that cannot be read is refused like one over HTTP', async () => {
    const { socket, watch } = await connect(await introduce('staff'))
    expect(await watch({ shopId: 'x'.repeat(201) })).toEqual({ ok: false, code: 'invalid_input' })
    expect(await watch({ ticketId: 'a\0b' })).toEqual({ ok: false, code: 'invalid_input' })
    expect(await watch({})).toEqual({ ok: false, code: 'shop_required' })
    expect(await watch({ shopId: 'phoenix-mall' })).toEqual({ ok: false, code: 'is_a_mall' })
    expect(await watch('everything' as WatchRequest)).toEqual({ ok: false, code: 'invalid_input' })
    expect(socket.connected).toBe(true)
  })
})

describe('the handshake', () => {
  const refusal = { data: { code: 'not_signed_in' } }

  test('an unknown bearer is refused', async () => {
    await expect(connect({ bearer: 'A'.repeat(43) })).rejects.toMatchObject(refusal)
  })

  test('the bearer of a session that was signed out is refused', async () => {
    const who = await introduce('staff')
    await send(app.address, logout, {}, who)
    await expect(connect(who)).rejects.toMatchObject(refusal)
  })

  test('an unknown cookie makes its caller a stranger', async () => {
    const { watch } = await connect({ cookie: `rc_shopper=${'A'.repeat(43)}` })
    expect(await watch({ ticketId: subject.ticketId })).toEqual({ ok: false, code: 'ticket_not_found' })
    expect(await watch({ shopId: SHOP })).toMatchObject({ ok: true })
  })

  test('another site’s page is refused, our own is not', async () => {
    await expect(connect(subject.shopper, { origin: 'https://evil.example' })).rejects.toThrow()
    const { watch } = await connect(subject.shopper, { origin: app.address })
    expect(await watch({ ticketId: subject.ticketId })).toMatchObject({ ok: true })
  })
})

describe('the end of a session', () => {
  test('signing out closes its sockets at once and refuses its calls; another session of the same account stays', async () => {
    const [leaving, staying] = [await introduce('staff'), await introduce('staff')]
    const [first, second, other] = [await connect(leaving), await connect(leaving), await connect(staying)]
    const ended = [first, second].map(({ socket }) => new Promise<string>((resolve) => socket.on('disconnect', resolve)))
    expect((await send(app.address, logout, {}, leaving)).status).toBe(200)
    expect(await Promise.all(ended)).toEqual(['io server disconnect', 'io server disconnect'])
    expect([first.heard, second.heard]).toEqual([['session-ended'], ['session-ended']])
    expect((await send(app.address, listTickets, { id: SHOP }, leaving)).status).toBe(401)

    expect(other.socket.connected).toBe(true)
    expect(await other.watch({ shopId: SHOP, staff: true })).toMatchObject({ ok: true })
    expect((await send(app.address, listTickets, { id: SHOP }, staying)).status).toBe(200)
  })

  test('a session that ended in another way opens no further room on a socket that is still open', async () => {
    const who = await signIn(app.address, 'owner@demo.test')
    const { watch } = await connect(who)
    expect(await watch({ shopId: SHOP, staff: true })).toMatchObject({ ok: true })
    const disabled = (at: Date | null) =>
      app.database.db.updateTable('account').set({ disabledAt: at }).where('email', '=', 'owner@demo.test').execute()
    await disabled(app.clock.now())
    expect(await watch({ shopId: SHOP, staff: true })).toEqual({ ok: false, code: 'not_signed_in' })
    await disabled(null)
  })
})
