import type { Duplex } from 'node:stream'
import type { Socket as AnySocket, DefaultEventsMap, Server } from 'socket.io'
import type { ClientToServer, ServerToClient } from '#contract/events.ts'
import type { SessionCaller } from '#server/caller.ts'

interface SocketData {
  /** Fixed at the socket's handshake. */
  caller: SessionCaller
  /** The key of its network address. */
  address: string
  /** See `wireOf`. */
  wire: Duplex | undefined
}

/** This node's sockets. Other nodes have their own, and hear the same events from the database. */
export type Live = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>
export type LiveSocket = AnySocket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>
