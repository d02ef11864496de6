import { connect, type Socket } from 'node:net'

/**
 * A phone as the server sees it: one websocket with Socket.IO over a bare TCP connection. This costs so little that ten thousand phones and
 * the server fit on a small machine.
 */

export interface Line {
  port: number
  cookie: string
}

/** Payloads are JSON text, which is parsed only when it is needed. */
export interface Heard {
  connected(): void
  event(name: string, payload: string): void
  answer(id: number, payload: string): void
  closed(): void
}

export interface Wire {
  ask(id: number, name: string, request: object): void
  /** When data last came from the server, in ms of `performance.now()`. */
  heardAt(): number
  close(): void
}

const OPCODE_TEXT = 1
const OPCODE_CLOSE = 8
/** Reading is synchronous, so all phones of a process share one buffer. */
const shared = Buffer.allocUnsafe(64 * 1024)

/** `heard.closed` is called exactly once, even if the phone never connected. */
export function connectPhone({ port, cookie }: Line, heard: Heard): Wire {
  let isOpen = false
  let rest: Buffer | null = null
  let heardAt = performance.now()

  const read = (length: number): boolean => {
    heardAt = performance.now()
    let bytes = shared.subarray(0, length)
    if (rest) bytes = Buffer.concat([rest, bytes])
    rest = null
    if (!isOpen) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) {
        rest = Buffer.from(bytes)
        return true
      }
      if (!bytes.subarray(0, 12).equals(SWITCHING)) {
        socket.destroy()
        return false
      }
      isOpen = true
      bytes = bytes.subarray(end + 4)
    }
    while (bytes.length > 0) {
      const frame = frameOf(bytes)
      if (!frame) {
        rest = Buffer.from(bytes)
        break
      }
      if (frame.opcode === OPCODE_TEXT) hear(bytes.subarray(frame.start, frame.end))
      if (frame.opcode === OPCODE_CLOSE) socket.destroy()
      bytes = bytes.subarray(frame.end)
    }
    return true
  }
  const hear = (payload: Buffer) => {
    const text = payload.toString('latin1')
    // Engine.IO: 0 opens, 2 is a ping, 4 is a message. Inside a message, Socket.IO: 0 connects, 2 is an event, 3 is an answer.
    if (text.startsWith('42["')) {
      const end = text.indexOf('"', 4)
      heard.event(text.slice(4, end), text)
    } else if (text.startsWith('43')) heard.answer(Number.parseInt(text.slice(2), 10), text.slice(text.indexOf('[') + 1, -1))
    else if (text === '2') socket.write(frame('3'))
    else if (text.startsWith('0')) socket.write(frame('40'))
    else if (text.startsWith('40')) heard.connected()
    else if (text.startsWith('44') || text === '41') socket.destroy()
  }

  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback: read } })
  socket.on('connect', () => socket.write(upgradeRequest(port, cookie)))
  socket.on('error', () => {})
  socket.on('end', () => socket.destroy())
  socket.on('close', heard.closed)
  return {
    ask: (id, name, request) => socket.write(frame(`42${id}${JSON.stringify([name, request])}`)),
    heardAt: () => heardAt,
    close: () => socket.destroy(),
  }
}

/**
 * Makes one call of a page over a separate connection; resolves to true if the status is 200. A full HTTP client would cost more than the
 * phone.
 */
export const readOnce = (port: number, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    let begins = ''
    const read = (length: number, bytes: Uint8Array) => {
      begins ||= Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, GOOD.length)).toString('latin1')
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback: read } })
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`))
    socket.on('error', () => {})
    socket.on('close', () => resolve(begins === GOOD))
  })

const GOOD = 'HTTP/1.1 200'
const SWITCHING = Buffer.from('HTTP/1.1 101')

/** As long as the request of a phone's browser, since the server may keep parts of it. */
const upgradeRequest = (port: number, cookie: string): string =>
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Pragma: no-cache',
    'Cache-Control: no-cache',
    'User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-IN,en;q=0.9,hi;q=0.8',
    `Cookie: rc_shopper=${cookie}; rc_locale=en`,
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
    '\r\n',
  ].join('\r\n')

/** Null if the first frame is not complete. The server's frames are not masked. */
function frameOf(bytes: Buffer): { opcode: number; start: number; end: number } | null {
  if (bytes.length < 2) return null
  const opcode = bytes.readUInt8(0) & 15
  const short = bytes.readUInt8(1) & 127
  const start = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < start) return null
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  return bytes.length < start + length ? null : { opcode, start, end: start + length }
}

/** A text frame under 64 KB. A client must mask it; this mask is zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = payload.length < 126 ? [0x81, 0x80 | payload.length] : [0x81, 0xfe, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload])
}
