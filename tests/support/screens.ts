import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient, WatchAnswer, WatchRequest } from '../../contract/events.ts'
import type { Credentials } from './people.ts'

/** An open screen: a socket with what it has heard. */
export interface Screen {
  socket: Socket<ServerToClient, ClientToServer>
  heard: string[]
  /** Resolves once the server has ended it. */
  ended: Promise<string>
  watch(request: WatchRequest): Promise<WatchAnswer>
}

/** Opens a screen; fails with the refusal of the handshake. */
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
