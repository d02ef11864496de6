import { io, type Manager, type Socket } from 'socket.io-client'
import { type ClientToServer, MOST_SILENT_MS, type ServerToClient, type WatchAnswer, type WatchRequest } from '#contract/events.ts'
import { onWake } from '#web/device/wake.ts'
import { reconnection } from './reconnection.ts'

/** `live` hears everything. `away` is between connections: the screen may be out of date. */
export type LiveState = 'connecting' | 'live' | 'away'

type Heard<Name extends keyof ServerToClient> = Parameters<ServerToClient[Name]>[0]
export type Snapshot = NonNullable<Extract<WatchAnswer, { ok: true }>['snapshot']> & { seq: number }

export interface LiveListeners {
  /** The whole state: after the first watch, and after a reconnect if something has changed in the meantime. */
  snapshot?: (snapshot: Snapshot) => void
  digest?: (digest: Heard<'shop-digest'>) => void
  pass?: (pass: Heard<'ticket'>) => void
  countdown?: (event: Heard<'countdown-start'>) => void
  staff?: (event: Heard<'staff'>) => void
  display?: (event: Heard<'display'>) => void
  places?: (event: Heard<'places'>) => void
  /** The counters of the shop changed, or it was paused or opened again. */
  desk?: (event: Heard<'desk'>) => void
  /** Something may have been missed: read again. */
  gap?: () => void
  /** The watch was refused, with the server's code (`ticket_not_found`, `forbidden` …). It is not tried again automatically. */
  refused?: (code: string) => void
  sessionEnded?: () => void
  state?: (state: LiveState) => void
}

export interface Live {
  /** Returns a function that stops it. One socket serves any number of watches. */
  watch: (request: Omit<WatchRequest, 'since'>, listeners: LiveListeners) => () => void
  /** Connects again with the current credentials: after signing in, or after a shopper's cookie was set. */
  renew: () => void
  close: () => void
}

interface Watch {
  request: Omit<WatchRequest, 'since'>
  listeners: LiveListeners
  /** The shop's sequence number up to which this watch is complete; undefined before the first answer. */
  seq: number | undefined
  digestSeq: number
  /** False while the answer to `watch` is in flight. */
  ready: boolean
  /** How often it was sent. Only the answer to the last one counts. */
  sent: number
}

/** In ms: after how long an unanswered `watch` is sent again, and, on average, one that the server could not answer just now. */
const ANSWER_MS = 8000
const AGAIN_MS = 3000
/** In ms: how long a page that wakes up waits for its old connection before it opens another one. */
const WAKE_MS = 1500
/** In ms: one waking is heard several times within this. */
const ONE_WAKING_MS = 100

/**
 * Opens the one socket of a wing. `token` is asked for the session token at each connection; shoppers are known by their cookie. The socket
 * reconnects automatically (`reconnection.ts`) and repeats its watches from the last sequence number that each has seen. A connection on
 * which nothing came for `mostSilentMs` counts as lost.
 */
export function openLive(options: { token?: () => string | null; mostSilentMs?: number } = {}): Live {
  const socket: Socket<ServerToClient, ClientToServer> = io({
    // Polling is the second choice: it gets through a proxy that does not know WebSocket.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    ...reconnection,
    timeout: 20_000,
    auth: (give) => give(tokenOf(options.token)),
  })
  const watches = new Set<Watch>()
  let state: LiveState = 'connecting'

  const tell = (next: LiveState) => {
    if (next === state) return
    state = next
    for (const watch of watches) watch.listeners.state?.(next)
  }

  function begin(watch: Watch): void {
    if (!socket.connected) return
    watch.ready = false
    watch.sent += 1
    const { sent } = watch
    const request: WatchRequest = watch.seq === undefined ? watch.request : { ...watch.request, since: watch.seq }
    socket.timeout(ANSWER_MS).emit('watch', request, (late: Error | null, answer?: WatchAnswer) => {
      if (!watches.has(watch) || watch.sent !== sent) return
      if (late !== null || answer === undefined) return begin(watch)
      // A problem of the server itself (a database that comes back, too many requests) does not refuse this watch. Without another try the
      // screen would hear nothing.
      if (!answer.ok && (answer.code === 'unexpected' || answer.code === 'rate_limited')) {
        setTimeout(() => watches.has(watch) && begin(watch), AGAIN_MS * (0.5 + Math.random()))
        return
      }
      watch.ready = true
      if (!answer.ok) return watch.listeners.refused?.(answer.code)
      if (watch.seq !== undefined && answer.seq < watch.seq) watch.digestSeq = 0 // the stream started again (a demo with a fresh database)
      watch.seq = answer.seq
      if (answer.snapshot === null) return
      if (answer.snapshot.digest) watch.digestSeq = Math.max(watch.digestSeq, answer.snapshot.digest.seq)
      watch.listeners.snapshot?.({ ...answer.snapshot, seq: answer.seq })
    })
  }

  function reopen(): void {
    socket.disconnect()
    socket.connect()
  }

  const of = (shopId: string) => [...watches].filter((watch) => watch.request.shopId === undefined || watch.request.shopId === shopId)

  /** Notes a numbered event; true if no number was skipped before it. */
  function follows(watch: Watch, seq: number): boolean {
    const known = watch.seq
    if (known === undefined || seq > known) watch.seq = seq
    return known === undefined || seq <= known + 1
  }

  const hearing = hearEachConnection(socket.io, options.mostSilentMs ?? MOST_SILENT_MS)

  socket.on('connect', () => {
    tell('live')
    for (const watch of watches) begin(watch)
  })
  socket.on('disconnect', (reason) => {
    tell('away')
    // The server closed the socket (a deploy, an ended session): socket.io does not reconnect after that.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 1000 + Math.random() * 4000)
  })
  socket.on('connect_error', () => {
    tell('away')
    // A refused handshake ends the automatic tries. A later try may carry a valid credential.
    if (!socket.active) setTimeout(() => !socket.connected && socket.connect(), 5000)
  })
  // A digest is the whole public state and comes at most twice a second, so numbers skipped between two digests are not a gap.
  socket.on('shop-digest', (digest) => {
    for (const watch of of(digest.shopId)) {
      if (digest.seq < watch.digestSeq) continue
      watch.digestSeq = digest.seq
      watch.listeners.digest?.(digest)
    }
  })
  // A pass is also complete; its `version` lets the screen keep the newer one.
  socket.on('ticket', (pass) => {
    for (const watch of of(pass.shopId)) watch.listeners.pass?.(pass)
  })
  socket.on('countdown-start', (event) => {
    for (const watch of of(event.shopId)) watch.listeners.countdown?.(event)
  })
  socket.on('display', (event) => {
    for (const watch of of(event.shopId)) watch.listeners.display?.(event)
  })
  socket.on('places', (event) => {
    for (const watch of of(event.shopId)) watch.listeners.places?.(event)
  })
  socket.on('desk', (event) => {
    for (const watch of of(event.shopId)) {
      if (watch.request.staff === true) watch.listeners.desk?.(event)
    }
  })
  // Staff events are single rows: a skipped number may be a missed row.
  socket.on('staff', (event) => {
    for (const watch of of(event.shopId)) {
      if (watch.request.staff !== true) continue
      const whole = follows(watch, event.seq)
      watch.listeners.staff?.(event)
      if (!whole && watch.ready) watch.listeners.gap?.()
    }
  })
  socket.on('session-ended', () => {
    for (const watch of watches) watch.listeners.sessionEnded?.()
  })

  // A phone that wakes up has often lost its connection without noticing. Watches that are sent again show that, and bring what was missed.
  let looking: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (!socket.connected) return
    hearing.goOn()
    const heard = hearing.packets()
    for (const watch of watches) begin(watch)
    clearTimeout(looking)
    looking = setTimeout(() => {
      if (socket.connected && watches.size > 0 && hearing.packets() === heard) reopen()
    }, WAKE_MS)
  }
  let woke = 0
  const sleepless = onWake(() => {
    if (Date.now() - woke < ONE_WAKING_MS) return
    woke = Date.now()
    if (state === 'away') reopen()
    else look()
  })
  // Another network. All phones of a hall may get it at one moment, so those without a connection wait for their next try.
  window.addEventListener('online', look)

  return {
    watch(request, listeners) {
      const watch: Watch = { request, listeners, seq: undefined, digestSeq: 0, ready: false, sent: 0 }
      watches.add(watch)
      listeners.state?.(state)
      begin(watch)
      return () => {
        watches.delete(watch)
      }
    },
    renew() {
      for (const watch of watches) watch.seq = undefined
      reopen()
    },
    close() {
      sleepless()
      window.removeEventListener('online', look)
      clearTimeout(looking)
      watches.clear()
      socket.disconnect()
    },
  }
}

/** Ends a silent connection, so that it is opened again. The server's own pings are too rare to notice the loss by them. */
function hearEachConnection(manager: Manager, mostSilentMs: number) {
  let silence: ReturnType<typeof setTimeout> | undefined
  let packets = 0
  const goOn = () => {
    clearTimeout(silence)
    silence = setTimeout(() => manager.engine.close(), mostSilentMs)
  }
  manager.on('open', () => {
    goOn()
    manager.engine.on('packet', () => {
      packets += 1
      goOn()
    })
  })
  manager.on('close', () => clearTimeout(silence))
  return {
    packets: () => packets,
    /** Counts the silence from now: that of a page that slept says nothing. */
    goOn,
  }
}

function tokenOf(read: (() => string | null) | undefined): { token?: string } {
  const token = read?.() ?? null
  return token === null ? {} : { token }
}
