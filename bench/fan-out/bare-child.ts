// The peer: a TCP server with just enough of websockets and Socket.IO to hold the same phones.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { answer } from './processes.ts'
import { usage } from './usage.ts'

const sockets = new Set<Socket>()
const server = createServer({ noDelay: true }, (socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
  socket.on('data', (bytes) => {
    // Phones mask with zeros, so their bytes can be read without unmasking.
    const text = bytes.toString('latin1')
    const asked = /42(\d+)\["watch"/.exec(text)
    if (text.startsWith('GET ')) socket.write(SWITCH)
    else if (asked) socket.write(frame(`43${asked[1]}[{"ok":true,"seq":0,"snapshot":null}]`))
    else socket.write(frame('40{"sid":"bare"}'))
  })
})

const SWITCH = Buffer.concat([
  Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  frame('0{"sid":"bare"}'),
])

function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.from(payload.length < 126 ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 255])
  return Buffer.concat([head, payload])
}

const answers = {
  async open(): Promise<number> {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
    await once(server, 'listening')
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')
    return bound.port
  },
  usage,
  broadcast({ name, body }: { name: string; body: string }): void {
    const bytes = frame(`42["${name}",${body}]`)
    for (const socket of sockets) socket.write(bytes)
  },
}
export type BareAnswers = typeof answers

answer(answers)
