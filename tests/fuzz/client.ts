import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** `status` is 0 if no answer came. */
export interface Heard {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A request as it is sent: by an HTTP client, or as bytes. */
export interface Sent {
  method: string
  /** Path and query. */
  address: string
  headers: [string, string][]
  body: string | null
  /** If set, these bytes (latin1) are sent over a separate connection, without an HTTP client that would correct them. */
  bytes: string | null
  /** The bytes stop in the middle, and the connection ends there. */
  unfinished: boolean
}

/** Sends a JSON body; `body` of the result is always an object, whatever the answer was. */
export type Ask = (
  method: string,
  address: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; headers: IncomingHttpHeaders; body: Record<string, unknown> }>

/** An answer that takes longer than this, in ms, counts as none. */
const PATIENCE_MS = 20_000

export interface Client {
  send(sent: Sent): Promise<Heard>
  ask: Ask
  close(): void
}

/**
 * Speaks HTTP to the server over `atOnce` kept connections and corrects nothing: any header and any address goes out as it is. Each request
 * comes from a different address, as a balancer would report it, so that no limit stops the run.
 */
export function openClient(address: string, atOnce: number): Client {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let sent = 0
  const visitor = (): [string, string] => {
    sent += 1
    return ['x-forwarded-for', `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`]
  }

  const send = async (wish: Sent): Promise<Heard> => {
    if (wish.bytes !== null) return sendBytes(hostname, Number(port), wish.bytes, wish.unfinished)
    const headers = wish.headers.some(([name]) => name === 'x-forwarded-for') ? wish.headers : [...wish.headers, visitor()]
    try {
      return await sendWhole({ ...wish, headers })
    } catch (error) {
      // Node's client refuses to send such an address or header, so it goes out as bytes.
      if (!(error instanceof TypeError)) throw error
      return sendBytes(hostname, Number(port), bytesOf({ ...wish, headers }))
    }
  }

  const sendWhole = ({ method, address: path, headers, body }: Sent) =>
    new Promise<Heard>((resolve, reject) => {
      // Node sets the length automatically for some methods only.
      const sized: [string, string][] = body === null ? [] : [['content-length', String(Buffer.byteLength(body))]]
      const own = grouped([...headers, ...sized])
      const asked = request({ agent, hostname, port, method, path, headers: own, timeout: PATIENCE_MS }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }))
        answer.on('error', () => resolve(nothing))
      })
      // If the server answered and closed before the whole body was sent, `end` came first, so the answer still counts.
      asked.on('error', (error) => resolve({ ...nothing, text: error.message }))
      asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
      asked.on('upgrade', (_answer, socket) => socket.destroy())
      try {
        asked.end(body ?? undefined)
      } catch (error) {
        reject(error)
      }
    })

  return {
    send,
    async ask(method, path, body, headers = {}) {
      const json: [string, string][] = body === undefined ? [] : [['content-type', 'application/json']]
      const answer = await send({
        ...{ method, address: path, bytes: null, unfinished: false },
        headers: [...Object.entries(headers), ...json],
        body: body === undefined ? null : JSON.stringify(body),
      })
      return { status: answer.status, headers: answer.headers, body: objectIn(answer) }
    },
    close: () => agent.destroy(),
  }
}

const nothing: Heard = { status: 0, headers: {}, text: '' }

/** A list, or no JSON, becomes an empty object. */
export function objectIn({ headers, text }: Heard): Record<string, unknown> {
  if (!String(headers['content-type'] ?? '').includes('json') || text === '') return {}
  const read: unknown = JSON.parse(text)
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {}
}

function grouped(headers: readonly [string, string][]): Record<string, string | string[]> {
  const all: Record<string, string[]> = {}
  for (const [name, value] of headers) all[name] = [...(all[name] ?? []), value]
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]))
}

function bytesOf({ method, address, headers, body }: Sent): string {
  const own = headers.some(([name]) => name === 'host') ? [] : ['host: localhost']
  const sized = body === null ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${address} HTTP/1.1`, ...own, 'connection: close', ...lines, ...sized, '', ''].join('\r\n') + asLatin1(body ?? '')
}

const asLatin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** Reads the answer until the server closes the connection. Closes it first if the bytes are unfinished. */
function sendBytes(hostname: string, port: number, bytes: string, unfinished = false): Promise<Heard> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect(port, hostname, () => {
      socket.write(Buffer.from(bytes, 'latin1'))
      if (unfinished) socket.end()
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('data', (part) => {
      parts.push(part)
      // Some servers keep a connection open although the request asked to close it.
      if (isWhole(Buffer.concat(parts).toString('latin1'))) socket.destroy()
    })
    // A server that refuses early can reset the connection while we still write: the answer before the reset counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(parts).toString('latin1'))))
  })
}

/** Whether the answer has all bytes of its content-length. */
function isWhole(said: string): boolean {
  const [, length, body = ''] = /\r\ncontent-length: (\d+)\r\n(?:[\s\S]*?\r\n)?\r\n([\s\S]*)$/i.exec(said) ?? []
  return length !== undefined && body.length >= Number(length)
}

/** The first answer after any `100 Continue`; the bytes of a bad request can be answered as two requests. */
function parseAnswer(said: string): Heard {
  const [, status, head = '', rest = ''] =
    /^(?:HTTP\/1\.1 1\d\d[\s\S]*?\r\n\r\n)?HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(said) ?? []
  if (status === undefined) return { ...nothing, text: said }
  const headers: IncomingHttpHeaders = Object.fromEntries(
    head.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = headers['content-length'] === undefined ? rest.length : Number(headers['content-length'])
  const bytes = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest.slice(0, length)
  return { status: Number(status), headers, text: Buffer.from(bytes, 'latin1').toString() }
}

/** The body was sent in pieces, each after its size. */
function unchunked(text: string): string {
  let body = ''
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('\r\n', at) + 2
    const size = Number.parseInt(text.slice(at, start), 16)
    if (!(size > 0)) break
    body += text.slice(start, start + size)
    at = start + size + 2
  }
  return body
}
