import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '#contract/events.ts'
import type { Credentials } from '#tests/support/calls/client.ts'

export interface Screen {
  socket: Socket<ServerToClient, ClientToServer>
  heard: string[]
  /** Resolves with the reason when the connection has ended. */
  ended: Promise<string>
  watch(request: WatchRequest): Promise<WatchAnswer>
}

/** Throws the refusal if the server refuses the handshake. */
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
