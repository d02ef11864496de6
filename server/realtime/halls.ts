import type { Duplex } from 'node:stream'
import type { ServerToClient } from '../../contract/events.ts'
import type { Live, LiveSocket } from './live.ts'
import { rooms } from './rooms.ts'

/** What a whole hall hears at once. */
type Told = 'shop-digest' | 'countdown-start'

/** Bytes that a screen may leave unread. An honest one reads at once, or is gone after a minute; it comes back and reads where things stand. */
const MOST_UNREAD = 1_000_000

export interface Halls {
  /** Tells every screen of this node that watches the shop, as `io.to(rooms.shop(shopId)).emit(name, …said)` does. */
  tell<Name extends Told>(shopId: string, name: Name, ...said: Parameters<ServerToClient[Name]>): void
}

/** The screens in one room: the connections of those that came as websockets, and the ids of the others. */
interface Hall {
  wires: Set<Duplex>
  others: Set<string>
}

/**
 * The connection of a socket that came as a websocket. Asks how it came, not what it is by now: one that came by polling has a request
 * of its own below it, which is no websocket. To be taken while the request is known (`forgetHandshake`).
 */
export const wireOf = ({ conn, handshake }: Pick<LiveSocket, 'conn' | 'handshake'>): Duplex | undefined =>
  handshake.query.transport === 'websocket' ? conn.request.socket : undefined

/**
 * Keeps the connections of each shop's screens side by side and writes what all of them are told as one ready frame. Through the layers
 * of each socket the same costs as much again as the system needs to send it: with ten thousand phones most of those objects have to
 * be fetched from memory for each word (decision 0030). Frames are written whole here and by the websocket itself, so that they never mix;
 * what a screen is told by both may change places, which digests and countdowns bear: a digest says by its number how new it is, and a
 * countdown by the instant of its start.
 */
export function openHalls(io: Live): Halls {
  const halls = new Map<string, Hall>()
  const { adapter } = io.sockets
  const known = (id: string) => io.sockets.sockets.get(id)?.data.wire
  adapter.on('create-room', (room: string) => {
    if (rooms.isShop(room)) halls.set(room, { wires: new Set(), others: new Set() })
  })
  adapter.on('delete-room', (room: string) => halls.delete(room))
  adapter.on('join-room', (room: string, id: string) => {
    const wire = known(id)
    if (wire) halls.get(room)?.wires.add(wire)
    else halls.get(room)?.others.add(id)
  })
  adapter.on('leave-room', (room: string, id: string) => {
    const wire = known(id)
    if (wire) halls.get(room)?.wires.delete(wire)
    else halls.get(room)?.others.delete(id)
  })
  return {
    tell(shopId, name, ...said) {
      const hall = halls.get(rooms.shop(shopId))
      if (!hall) return
      const bytes = frameOf(`42${JSON.stringify([name, ...said])}`)
      for (const wire of hall.wires) {
        if (wire.writableLength > MOST_UNREAD) wire.destroy()
        else if (wire.writable) wire.write(bytes)
      }
      for (const id of hall.others) io.sockets.sockets.get(id)?.emit(name, ...said)
    },
  }
}

/**
 * A text message of a server as one unmasked websocket frame (RFC 6455, 5.2). The text begins with `4`, a message of Engine.IO 4, and `2`,
 * an event of Socket.IO 5 in the main namespace.
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
