import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '#contract/events.ts'
import type { Credentials } from '#tests/support/calls/client.ts'
import { reconnection } from '#web/live/reconnection.ts'
import type { Book } from './book.ts'

export interface Play {
  address: string
  book: Book
  /** Waits this long in ms of the day; rejects when the day ends. */
  wait(ms: number): Promise<void>
  isOver(): boolean
  /** When the call of each ticket was made, in ms of `performance.now()`: until the phone rings. */
  calledAt: Map<string, number>
}

export function playOf(address: string, book: Book, speed: number, over: AbortSignal): Play {
  return {
    address,
    book,
    wait: (ms) => sleep(ms / speed, undefined, { signal: over }),
    isOver: () => over.aborted,
    calledAt: new Map(),
  }
}

/** Lets someone play until the day ends. What failed before is in the book already. */
export const until = (play: Play, playing: Promise<void>): Promise<void> =>
  playing.catch((error: unknown) => {
    if (!play.isOver()) play.book.fail(String(error))
  })

/** How often a new screen looks for its first state, and for how long, in ms of the day. */
const [LOOK_MS, PATIENCE_MS] = [500, 300_000]

export interface Screen {
  /** Loses the connection and gets it back, as on the way through a lift. */
  blink(ms: number): Promise<void>
  close(): void
}

type Snapshot = NonNullable<Extract<WatchAnswer, { ok: true }>['snapshot']>

/**
 * Connects a screen as a browser does and watches; after each loss of the connection it watches again. Resolves with the first state. The
 * time from the request to the state is noted under `name`.
 */
export async function openScreen(
  { address, book, wait }: Play,
  name: string,
  who: Credentials,
  request: WatchRequest,
  hear: { snapshot(state: Snapshot): void } & Partial<ServerToClient>,
): Promise<Screen> {
  const { snapshot, ...events } = hear
  const socket: Socket<ServerToClient, ClientToServer> = io(address, {
    transports: ['websocket'],
    forceNew: true,
    ...reconnection,
    ...(who.bearer ? { auth: { token: who.bearer } } : {}),
    ...(who.cookie ? { extraHeaders: { cookie: who.cookie } } : {}),
  })
  for (const [event, listener] of Object.entries(events)) socket.on(event as keyof ServerToClient, listener as () => void)
  let isWatching = false
  socket.on('connect', () => {
    const from = performance.now()
    socket.emit('watch', request, (answer) => {
      if (!answer.ok) return book.fail(`${name}: ${answer.code}`)
      book.note(name, performance.now() - from)
      if (answer.snapshot) snapshot(answer.snapshot)
      isWatching = true
    })
  })
  try {
    for (let waited = 0; !isWatching; waited += LOOK_MS) {
      if (waited > PATIENCE_MS) throw new Error(`${name}: no state`)
      await wait(LOOK_MS)
    }
  } catch (error) {
    socket.disconnect()
    throw error
  }
  return {
    async blink(ms) {
      socket.disconnect()
      await wait(ms)
      socket.connect()
    },
    close: () => void socket.disconnect(),
  }
}
