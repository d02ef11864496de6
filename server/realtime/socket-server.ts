import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import { Refusal } from '../../contract/errors.ts'
import type { WatchAnswer } from '../../contract/events.ts'
import { livingSessions } from '../accounts/service.ts'
import { recordRefusal } from '../audit/service.ts'
import type { SessionCaller } from '../caller.ts'
import { type CallerLookup, SHOPPER_COOKIE } from '../http/policy.ts'
import { every } from '../kit/clock.ts'
import { perMinute } from '../kit/per-minute.ts'
import type { PaymentDeps } from '../payments/capture.ts'
import { crowdOf } from './crowd.ts'
import { wireOf } from './halls.ts'
import type { Live, LiveSocket } from './live.ts'
import type { LiveReads } from './live-reads.ts'
import { rooms } from './rooms.ts'
import { authoriseWatch } from './watch.ts'

/** A page asks a few times after a reconnect; more within a minute is no page. */
const WATCHES_PER_MINUTE = 300
/** A session that ended by time is found out within this time. */
const SESSION_CHECK_MS = 60_000

/** What the HTTP side lends: who a credential belongs to, reading cookies, where a request comes from, and whether a page may connect at all. */
export interface Door {
  lookup: CallerLookup
  parseCookie(header: string): Record<string, string | undefined>
  addressOf(request: IncomingMessage): string
  mayConnect(request: IncomingMessage): boolean
}

const PATH = '/socket.io/'
/** True for a request that may become a socket. */
export const isSocketRequest = ({ url = '' }: IncomingMessage): boolean => url.startsWith(PATH)

/**
 * Ten thousand pings in this time are most of what an idle hall costs. A silent loss is noticed after it and the timeout together; balancers
 * and phone networks that forget silent connections do so after a minute or more.
 */
export const PING_EVERY_MS = 40_000

export interface SocketServer {
  io: Live
  count(): number
  stop(): Promise<void>
}

/** Opens the realtime side on the HTTP server. */
export function openSockets(deps: PaymentDeps, reads: LiveReads, server: HttpServer, door: Door): SocketServer {
  const crowd = crowdOf(deps.clock, deps.config.socketsPerAddress)
  const io: Live = new Server(server, {
    path: PATH,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: 10_000,
    pingInterval: PING_EVERY_MS,
    pingTimeout: 15_000,
    destroyUpgrade: false,
    allowRequest: (request, answer) => {
      if (!door.mayConnect(request)) answer('wrong_origin', false)
      else if (crowd.admits(door.addressOf(request))) answer(null, true)
      else answer('rate_limited', false)
    },
  })
  io.engine.on('connection', (connection: Connection) => connection.on('close', crowd.enter(door.addressOf(connection.request))))
  io.use(introduce(deps, door))
  const mayWatch = perMinute(deps.clock, WATCHES_PER_MINUTE)
  io.on('connection', (socket) => welcome(deps, reads, socket, mayWatch))
  const stopChecking = every(
    SESSION_CHECK_MS,
    () => endDeadSessions(deps, io),
    (error) => deps.log.warn({ err: error }, 'session check failed'),
  )

  return {
    io,
    count: () => io.engine.clientsCount,
    async stop() {
      await stopChecking()
      // Not `io.close()`: it would also close the HTTP server and wait for every connection that a browser keeps open.
      io.engine.close()
    },
  }
}

type Connection = LiveSocket['conn']

/**
 * Finds out who a socket belongs to. A connection introduces itself once and ends where it is refused: otherwise it could try one
 * credential after the other, each of them a query.
 */
function introduce(deps: PaymentDeps, door: Door): Parameters<Live['use']>[0] {
  const introduced = new WeakSet<Connection>()
  return async (socket, next) => {
    const refuse = (code: string) => {
      next(Object.assign(new Error(code), { data: { code } }))
      // After the refusal itself is under way.
      setImmediate(() => socket.conn.close())
    }
    if (introduced.has(socket.conn)) return refuse('rate_limited')
    introduced.add(socket.conn)
    try {
      socket.data.wire = wireOf(socket)
      socket.data.caller = await callerOf(socket, door)
      forgetHandshake(socket)
      next()
    } catch (error) {
      if (!(error instanceof Refusal)) deps.log.error({ err: error }, 'a handshake failed')
      refuse(error instanceof Refusal ? error.code : 'unavailable')
    }
  }
}

/** A bad bearer is refused; a bad or missing cookie is just nobody. */
async function callerOf(socket: LiveSocket, { lookup, parseCookie }: Door): Promise<SessionCaller> {
  const { token } = socket.handshake.auth as { token?: unknown }
  const cookie = parseCookie(socket.handshake.headers.cookie ?? '')[SHOPPER_COOKIE]
  const account = typeof token === 'string' && token !== '' ? await lookup.account(token) : null
  if (token !== undefined && token !== null && token !== '' && !account) throw new Refusal('not_signed_in')
  return { account, shopper: cookie ? await lookup.shopper(cookie) : null }
}

/** Nobody asks again how a socket came: what a browser sends to open one is a third of what ten thousand of them would hold in memory. */
function forgetHandshake(socket: LiveSocket): void {
  Object.assign(socket.conn, { request: null })
  Object.assign(socket.handshake, { headers: {}, query: {}, auth: {}, url: '' })
}

function welcome(deps: PaymentDeps, reads: LiveReads, socket: LiveSocket, mayWatch: (socketId: string) => boolean): void {
  const { caller } = socket.data
  if (caller.account) {
    void socket.join([rooms.session(caller.account.sessionId), rooms.account(caller.account.account.id)])
    for (const shopId of caller.account.shopIds) void socket.join(rooms.staff(shopId))
    void endIfOver(deps, socket, caller.account.sessionId)
  }
  // Whatever a client says: who asks for an answer gets one, under any name and with any number of words before it.
  socket.use(([name, ...said]: unknown[]) => {
    const answer = said.pop()
    if (typeof answer !== 'function') return
    if (name !== 'watch') return answer({ ok: false, code: 'not_found' } satisfies WatchAnswer)
    void answerWatch(deps, reads, socket, said[0], mayWatch(socket.id)).then((result) => answer(result))
  })
}

/** Puts the socket into the rooms that it asks for and reads what they show; never throws. */
async function answerWatch(
  deps: PaymentDeps,
  reads: LiveReads,
  socket: LiveSocket,
  request: unknown,
  allowed: boolean,
): Promise<WatchAnswer> {
  const { caller } = socket.data
  try {
    if (!allowed) throw new Refusal('rate_limited')
    const watch = await authoriseWatch(deps, reads, caller, request)
    await socket.join(watch.rooms)
    return await watch.read()
  } catch (error) {
    if (error instanceof Refusal) await recordRefusal(deps, caller.account, 'socket watch', error)
    else deps.log.error({ err: error }, 'a watch failed')
    return { ok: false, code: error instanceof Refusal ? error.code : 'unexpected' }
  }
}

/** A session may end between the handshake and the joining of its room, where its end would have been heard. */
async function endIfOver(deps: PaymentDeps, socket: LiveSocket, sessionId: string): Promise<void> {
  const living = await livingSessions(deps, [sessionId]).catch(() => null)
  if (living === null || living.has(sessionId)) return
  socket.emit('session-ended')
  socket.disconnect(true)
}

/** Ends the sockets of sessions that are over, on this node. */
async function endDeadSessions(deps: PaymentDeps, io: Live): Promise<void> {
  const sockets = [...io.sockets.sockets.values()].filter((socket) => socket.data.caller?.account)
  const sessions = new Set(sockets.map((socket) => socket.data.caller.account?.sessionId ?? ''))
  const living = await livingSessions(deps, [...sessions])
  for (const socket of sockets) {
    if (living.has(socket.data.caller.account?.sessionId ?? '')) continue
    socket.emit('session-ended')
    socket.disconnect(true)
  }
}
