import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import { Refusal } from '#contract/base/errors.ts'
import type { WatchAnswer } from '#contract/events.ts'
import { livingSessions } from '#server/accounts/service.ts'
import { recordRefusal } from '#server/audit/service.ts'
import type { SessionCaller } from '#server/caller.ts'
import type { Deps } from '#server/deps.ts'
import { SHOPPER_COOKIE } from '#server/http/edge/credentials.ts'
import type { CallerLookup } from '#server/http/edge/policy.ts'
import { addressKey } from '#server/kit/address-key.ts'
import { every } from '#server/kit/clock.ts'
import { wireOf } from './halls.ts'
import type { Live, LiveSocket } from './live.ts'
import type { LiveReads } from './live-reads.ts'
import { rooms } from './rooms.ts'
import { type SocketLimits, socketLimits } from './socket-limits.ts'
import { authoriseWatch } from './watch.ts'

/** An expired session is detected within this time. */
const SESSION_CHECK_MS = 60_000

export interface Handshake {
  lookup: CallerLookup
  parseCookie(header: string): Record<string, string | undefined>
  addressOf(request: IncomingMessage): string
  mayConnect(request: IncomingMessage): boolean
}

const PATH = '/socket.io/'
export const isSocketRequest = ({ url = '' }: IncomingMessage): boolean => url.startsWith(PATH)

/**
 * A ping needs an answer, so it costs many times as much as a heartbeat (`halls.ts`). So screens find a silent loss by missing heartbeats,
 * and pings only free the sockets of screens that are gone.
 */
export const PING_EVERY_MS = 300_000

export interface SocketServer {
  io: Live
  count(): number
  stop(): Promise<void>
}

export function openSockets(deps: Deps, reads: LiveReads, server: HttpServer, handshake: Handshake): SocketServer {
  const limits = socketLimits(deps.clock, deps.config.socketsPerAddress)
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
      if (!handshake.mayConnect(request)) answer('wrong_origin', false)
      else if (limits.admits(handshake.addressOf(request))) answer(null, true)
      else answer('rate_limited', false)
    },
  })
  io.engine.on('connection', (connection: Connection) => connection.on('close', limits.enter(handshake.addressOf(connection.request))))
  io.use(introduce(deps, handshake))
  io.on('connection', (socket) => welcome(deps, reads, socket, limits))
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
 * A connection may introduce itself only once, and is closed if it is refused. Otherwise it could try one credential after the other, and
 * each costs a query.
 */
function introduce(deps: Deps, handshake: Handshake): Parameters<Live['use']>[0] {
  const introduced = new WeakSet<Connection>()
  return async (socket, next) => {
    const refuse = (code: string) => {
      next(Object.assign(new Error(code), { data: { code } }))
      // Later, so that the refusal itself goes out first.
      setImmediate(() => socket.conn.close())
    }
    if (introduced.has(socket.conn)) return refuse('rate_limited')
    introduced.add(socket.conn)
    try {
      socket.data.wire = wireOf(socket)
      socket.data.address = addressKey(handshake.addressOf(socket.conn.request))
      socket.data.caller = await callerOf(socket, handshake)
      forgetHandshake(socket)
      next()
    } catch (error) {
      if (!(error instanceof Refusal)) deps.log.error({ err: error }, 'a handshake failed')
      refuse(error instanceof Refusal ? error.code : 'unavailable')
    }
  }
}

/** Refuses a bad bearer; with a bad or missing cookie, the shopper is null. */
async function callerOf(socket: LiveSocket, { lookup, parseCookie, addressOf }: Handshake): Promise<SessionCaller> {
  const { token } = socket.handshake.auth as { token?: unknown }
  const cookie = parseCookie(socket.handshake.headers.cookie ?? '')[SHOPPER_COOKIE]
  const account = typeof token === 'string' && token !== '' ? await lookup.account(token, addressOf(socket.conn.request)) : null
  if (token !== undefined && token !== null && token !== '' && !account) throw new Refusal('not_signed_in')
  return { account, shopper: cookie ? await lookup.shopper(cookie) : null }
}

/** The data of the handshake would be a third of the memory of ten thousand sockets. */
function forgetHandshake(socket: LiveSocket): void {
  Object.assign(socket.conn, { request: null })
  Object.assign(socket.handshake, { headers: {}, query: {}, auth: {}, url: '' })
}

function welcome(deps: Deps, reads: LiveReads, socket: LiveSocket, limits: SocketLimits): void {
  const { caller } = socket.data
  if (caller.account) {
    void socket.join([rooms.session(caller.account.sessionId), rooms.account(caller.account.account.id)])
    for (const shopId of caller.account.shopIds) void socket.join(rooms.staff(shopId))
    void endIfOver(deps, socket, caller.account.sessionId)
  }
  // A client that passes a callback always gets an answer, for any event name and any number of arguments.
  socket.use(([name, ...said]: unknown[]) => {
    const answer = said.pop()
    if (typeof answer !== 'function') return
    if (name !== 'watch') return answer({ ok: false, code: 'not_found' } satisfies WatchAnswer)
    void answerWatch(deps, reads, socket, said[0], limits.mayAsk(socket)).then((result) => answer(result))
  })
}

/** Never throws. */
async function answerWatch(deps: Deps, reads: LiveReads, socket: LiveSocket, request: unknown, allowed: boolean): Promise<WatchAnswer> {
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

/** Closes the socket if its session ended between the handshake and the join of its room: it did not hear that end in the room. */
async function endIfOver(deps: Deps, socket: LiveSocket, sessionId: string): Promise<void> {
  const living = await livingSessions(deps, [sessionId]).catch(() => null)
  if (living === null || living.has(sessionId)) return
  socket.emit('session-ended')
  socket.disconnect(true)
}

async function endDeadSessions(deps: Deps, io: Live): Promise<void> {
  const sockets = [...io.sockets.sockets.values()].filter((socket) => socket.data.caller?.account)
  const sessions = new Set(sockets.map((socket) => socket.data.caller.account?.sessionId ?? ''))
  const living = await livingSessions(deps, [...sessions])
  for (const socket of sockets) {
    if (living.has(socket.data.caller.account?.sessionId ?? '')) continue
    socket.emit('session-ended')
    socket.disconnect(true)
  }
}
