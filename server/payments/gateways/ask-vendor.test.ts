import { createServer, type Server, type Socket } from 'node:net'
import { Agent } from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { SECOND } from '#contract/base/time.ts'
import { VendorBusy } from '#server/payments/gateway.ts'
import { askVendor } from './ask-vendor.ts'

/** A vendor that answers each request with these bytes, and what it heard. */
interface Bytes {
  url: string
  requests: string[]
  connections: number
  heard: Promise<void>
}

const KEY = 'a secret of the key'
const opened: { server: Server; sockets: Set<Socket> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function vendorThatSends(answer: string): Promise<Bytes> {
  const heard = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const bytes = { url: '', requests: [] as string[], connections: 0, heard: heard.promise }
  const server = createServer((socket) => {
    bytes.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (part) => {
      bytes.requests.push(part.toString())
      heard.resolve()
      if (answer === '') socket.destroy()
      else socket.write(answer)
    })
  })
  opened.push({ server, sockets })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the vendor does not listen on a port')
  return Object.assign(bytes, { url: `http://127.0.0.1:${bound.port}` })
}
const answerWith = (status: string, body: string, headers = '') =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const asking = ({ url }: Bytes, method: 'GET' | 'POST' = 'GET') =>
  askVendor(
    { name: 'Vendor', url },
    { method, path: '/orders?receipt=1', headers: { authorization: KEY }, ...(method === 'POST' && { body: { a: 'रु' } }) },
  )

test('an answer without an end is not read to its end', async () => {
  const vendor = await vendorThatSends(answerWith('200 OK', `"${'x'.repeat(17_000_000)}"`))
  await expect(asking(vendor)).rejects.toThrow('sent more than 16000000 bytes')
})

test('returns what the vendor says, also a refusal, and uses its connection again', async () => {
  const vendor = await vendorThatSends(answerWith('200 OK', '{"cf_payment_id":12345678901234567890}'))
  const answer = { status: 200, ok: true, body: { cf_payment_id: '12345678901234567890' } }
  expect(await asking(vendor)).toEqual(answer)
  // The connection is free again a moment after its answer.
  await new Promise(setImmediate)
  expect(await asking(vendor, 'POST')).toEqual(answer)
  expect(vendor.connections).toBe(1)
  expect(vendor.requests[0]).toMatch(/^GET \/orders\?receipt=1 HTTP\/1\.1\r\n/)
  expect(vendor.requests[0]).toContain(KEY)
  expect(vendor.requests[1]).toMatch(/content-length: 14\r\n/i)
  expect(vendor.requests[1]).toContain('{"a":"रु"}')
  const refusing = await vendorThatSends(answerWith('400 Bad Request', '{"error":{}}'))
  expect(await asking(refusing)).toEqual({ status: 400, ok: false, body: { error: {} } })
})

test('leaves the connections of every other `fetch` as they were', async () => {
  await asking(await vendorThatSends(answerWith('200 OK', '{}')))
  expect(Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.2'))).not.toBeInstanceOf(Agent)
})

test('follows no redirect', async () => {
  const other = await vendorThatSends(answerWith('200 OK', '{}'))
  const vendor = await vendorThatSends(answerWith('307 Temporary Redirect', '{}', `location: ${other.url}/orders\r\n`))
  await expect(asking(vendor, 'POST')).rejects.toThrow('POST /orders of Vendor answered 307')
  expect(other.requests).toEqual([])
})

test.each([
  ['nothing', '', /of Vendor failed: UND_ERR_SOCKET$/],
  ['a failure', answerWith('503 Service Unavailable', '{}'), /of Vendor answered 503$/],
  ['bytes that are not HTTP', `the body says ${KEY}\r\n\r\n`, /of Vendor failed: HTTPParserError$/],
  [
    'an answer with two lengths',
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n',
    /of Vendor failed: UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
  ],
  ['text that is not JSON', answerWith('200 OK', `<p>${KEY}</p>`), /answered 200 with something that is not JSON$/],
])('throws for %s, and tries a read once more; the error has no key and no body', async (_, bytes, message) => {
  for (const method of ['GET', 'POST'] as const) {
    const vendor = await vendorThatSends(bytes)
    const error = await asking(vendor, method).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringMatching(message) })
    expect(JSON.stringify([error, Object.entries(error as object), (error as Error).cause])).not.toContain(KEY)
    expect(vendor.requests.length).toBe(method === 'GET' ? 2 : 1)
  }
})

test('believes how long a vendor is busy, up to five minutes', async () => {
  for (const [headers, seconds] of [
    ['x-ratelimit-retry: 7\r\nretry-after: 9\r\n', 7],
    ['retry-after: 9000\r\n', 300],
    ['', 2],
  ] as const) {
    const error = await asking(await vendorThatSends(answerWith('429 Too Many Requests', '{}', headers))).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(VendorBusy)
    expect((error as VendorBusy).retryAfterSeconds).toBe(seconds)
  }
})

test('waits five seconds for the whole answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const vendor = await vendorThatSends('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"begun":')
  const asked = asking(vendor, 'POST').catch((thrown: unknown) => thrown)
  await vendor.heard
  vi.advanceTimersByTime(5 * SECOND)
  expect(await asked).toMatchObject({ message: 'POST /orders of Vendor did not answer for 5000 ms' })
})
