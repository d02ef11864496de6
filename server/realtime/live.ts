import type { Duplex } from 'node:stream'
import type { Socket as AnySocket, DefaultEventsMap, Server } from 'socket.io'
import type { ClientToServer, ServerToClient } from '../../contract/events.ts'
import type { SessionCaller } from '../caller.ts'

interface SocketData {
  /** Fixed at its handshake. */
  caller: SessionCaller
  /** The connection below a socket that came as a websocket. */
  wire: Duplex | undefined
}

/** This node's sockets. Other nodes have their own, and hear the same events from the database. */
export type Live = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>
/** One of them. */
export type LiveSocket = AnySocket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>
