import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '#contract/events.ts'
import type { Credentials } from '#tests/support/calls/client.ts'

interface Row {
  _id: string
  version: number
  state: string
}

/** Follows a shop through broken connections, as in the browser: it reconnects and asks for what came since its last number. */
export interface Following {
  /** The sequence numbers of the events, in the order of arrival. */
  seqs: number[]
  /** The events of one name, in order. */
  heard<Name extends keyof ServerToClient>(name: Name): Parameters<ServerToClient[Name]>[0][]
  table: ReadonlyMap<string, Row>
  connections(): number
  close(): void
}

/** Opens a following screen. Resolves when its first complete state has come. */
export async function follow(address: string, who: Credentials, request: Omit<WatchRequest, 'since'>): Promise<Following> {
  const socket: Socket<ServerToClient, ClientToServer> = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 300,
    ...(who.bearer ? { auth: { token: who.bearer } } : {}),
    ...(who.cookie ? { extraHeaders: { cookie: who.cookie } } : {}),
  })
  const events: { name: string; event: unknown }[] = []
  const seqs: number[] = []
  const table = new Map<string, Row>()
  let seq: number | undefined
  let connections = 0

  const put = (row: Row, gone: boolean) => {
    const known = table.get(row._id)
    // An older version of a row is ignored, as in a browser.
    if (known && known.version > row.version) return
    if (gone) table.delete(row._id)
    else table.set(row._id, row)
  }
  const watch = () =>
    new Promise<void>((resolve) => {
      const asked = seq === undefined ? request : { ...request, since: seq }
      socket.emit('watch', asked, (answer: WatchAnswer) => {
        if (!answer.ok) {
          setTimeout(() => void watch().then(resolve), 200)
          return
        }
        seq = answer.seq
        if (answer.snapshot?.tickets) {
          table.clear()
          for (const row of answer.snapshot.tickets) table.set(row._id, row)
        }
        resolve()
      })
    })
  socket.onAny((name: string, event: unknown) => events.push({ name, event }))
  socket.on('staff', (event) => {
    seqs.push(event.seq)
    const missed = seq !== undefined && event.seq > seq + 1
    put(event.ticket, event.gone)
    if (missed) void watch()
    else seq = Math.max(seq ?? 0, event.seq)
  })
  await new Promise<void>((resolve) => {
    socket.on('connect', () => {
      connections += 1
      void watch().then(resolve)
    })
  })
  return {
    seqs,
    heard: <Name extends keyof ServerToClient>(name: Name) =>
      events.filter((one) => one.name === name).map((one) => one.event as Parameters<ServerToClient[Name]>[0]),
    table,
    connections: () => connections,
    close: () => void socket.disconnect(),
  }
}
