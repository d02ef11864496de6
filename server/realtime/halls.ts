import type { Duplex } from 'node:stream'
import type { ServerToClient } from '#contract/events.ts'
import type { Live, LiveSocket } from './live.ts'
import { rooms } from './rooms.ts'

/** What all screens of a shop get at once. */
type Told = 'shop-digest' | 'countdown-start' | 'places'

/**
 * How many bytes a screen may leave unread. A working screen reads at once, or is disconnected after a minute; then it reconnects and reads
 * the current state.
 */
const MOST_UNREAD = 1_000_000
/** The most messages that wait for a screen that polls. One that never polls would keep them until the next ping, minutes later. */
const MOST_WAITING = 200

export interface Halls {
  /** Tells every screen of this node that watches the shop, as `io.to(rooms.shop(shopId)).emit(name, …said)` does. */
  tell<Name extends Told>(shopId: string, name: Name, ...said: Parameters<ServerToClient[Name]>): void
  /**
   * Sends a heartbeat to every screen of this node that was told nothing since the last one. If it is called every `HEARTBEAT_EVERY_MS`, no
   * screen stays silent for longer than twice that time.
   */
  sendHeartbeats(): void
}

/** Connections of screens that connected by websocket, and socket ids of the others. */
interface Screens {
  wires: Set<Duplex>
  others: Set<string>
}

interface Hall extends Screens {
  isTold: boolean
}

/**
 * Undefined unless the socket connected by websocket. The transport of the handshake counts, not the current one: if a socket began with
 * polling, `conn.request` is a polling request and not a websocket. Call it before `forgetHandshake` drops the request.
 */
export const wireOf = ({ conn, handshake }: Pick<LiveSocket, 'conn' | 'handshake'>): Duplex | undefined =>
  handshake.query.transport === 'websocket' ? conn.request.socket : undefined

/**
 * Writes each broadcast as one pre-encoded frame to the connections of a shop's screens. The layers of each socket would double the cost.
 * With ten thousand phones, most of those objects must be fetched from memory for each message (decision 0005).
 *
 * Frames are written whole, here and by the websocket itself, so they never mix. But a frame from here may overtake one from the websocket,
 * or fall behind it. A digest allows that with its sequence number, a countdown with the time of its start, and a heartbeat has no content.
 */
export function openHalls(io: Live): Halls {
  const halls = new Map<string, Hall>()
  const all: Screens = { wires: new Set(), others: new Set() }
  /** How many messages each screen without a wire got since it last read all of them. */
  const unread = new Map<string, number>()
  const { adapter } = io.sockets
  const known = (id: string) => io.sockets.sockets.get(id)?.data.wire
  // Each socket is also in a room of its own, with its id as the name.
  const screensOf = (room: string, id: string): Screens | undefined => (room === id ? all : halls.get(room))
  adapter.on('create-room', (room: string) => {
    if (rooms.isShop(room)) halls.set(room, { wires: new Set(), others: new Set(), isTold: false })
  })
  adapter.on('delete-room', (room: string) => halls.delete(room))
  adapter.on('join-room', (room: string, id: string) => {
    const wire = known(id)
    if (wire) screensOf(room, id)?.wires.add(wire)
    else screensOf(room, id)?.others.add(id)
    if (room === id && !wire) io.sockets.sockets.get(id)?.conn.on('drain', () => unread.delete(id))
  })
  adapter.on('leave-room', (room: string, id: string) => {
    const wire = known(id)
    if (wire) screensOf(room, id)?.wires.delete(wire)
    else screensOf(room, id)?.others.delete(id)
    if (room === id) unread.delete(id)
  })
  /** For a screen without a wire. False if it has read none of many: then its connection is closed. */
  const mayHear = (id: string): boolean => {
    const many = (unread.get(id) ?? 0) + 1
    unread.set(id, many)
    if (many > MOST_WAITING) io.sockets.sockets.get(id)?.conn.close(true)
    return many <= MOST_WAITING
  }
  return {
    tell(shopId, name, ...said) {
      const hall = halls.get(rooms.shop(shopId))
      if (!hall) return
      hall.isTold = true
      const bytes = frameOf(`42${JSON.stringify([name, ...said])}`)
      for (const wire of hall.wires) write(wire, bytes)
      for (const id of hall.others) if (mayHear(id)) io.sockets.sockets.get(id)?.emit(name, ...said)
    },
    sendHeartbeats() {
      const told = new Set<Duplex | string>()
      for (const hall of halls.values()) {
        if (!hall.isTold) continue
        hall.isTold = false
        for (const wire of hall.wires) told.add(wire)
        for (const id of hall.others) told.add(id)
      }
      for (const wire of all.wires) if (!told.has(wire)) write(wire, HEARTBEAT)
      for (const id of all.others) if (!told.has(id) && mayHear(id)) io.sockets.sockets.get(id)?.emit('heartbeat')
    },
  }
}

function write(wire: Duplex, bytes: Buffer): void {
  if (wire.writableLength > MOST_UNREAD) wire.destroy()
  else if (wire.writable) wire.write(bytes)
}

/**
 * Makes one unmasked text frame (RFC 6455, 5.2). The text begins with `4`, a message of Engine.IO 4, and `2`, an event of Socket.IO 5 in
 * the main namespace.
 */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x81
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, Buffer.from(text)])
}

const HEARTBEAT = frameOf('42["heartbeat"]')
