import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '#contract/events.ts'
import type { Credentials } from '#tests/support/calls/client.ts'

/** An open screen: a socket and the names of the events it has heard. */
export interface Screen {
  socket: Socket<ServerToClient, ClientToServer>
  heard: string[]
  /** Resolves when the connection has ended, with the reason. */
  ended: Promise<string>
  watch(request: WatchRequest): Promise<WatchAnswer>
}

/** Opens a screen; throws the refusal if the server refuses the handshake. */
export async function openScreen(address: string, who: Credentials): Promise<Screen> {
  const socket: Screen['socket'] = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(who.bearer ? { auth: { token: who.bearer } } : {}),
    extraHeaders: { ...(who.cookie ? { cookie: who.cookie } : {}), ...who.headers },
  })
  const heard: string[] = []
  socket.onAny((name: string) => heard.push(name))
  const ended = new Promise<string>((resolve) => socket.on('disconnect', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return { socket, heard, ended, watch: (request) => new Promise((resolve) => socket.emit('watch', request, resolve)) }
}
