import type { AddressInfo } from 'node:net'
import { createConnection, createServer } from 'node:net'

export interface WireCounts {
  statements: number
  /** How often a client waits for the network: it has sent something after the server had answered what it sent before. */
  roundTrips: number
}

/** Frontend messages (PostgreSQL 18, 53.7): a simple query, and the execution of a prepared one. */
const [QUERY, EXECUTE] = ['Q', 'E'].map((letter) => letter.charCodeAt(0))

/**
 * Opens a way to the PostgreSQL at `url` that counts what its clients send. Its address has the same database and user. A simple query
 * counts as one statement, also if its text holds several.
 */
export async function countingWay(url: string): Promise<{ url: string; counts: () => WireCounts; close: () => void }> {
  const target = new URL(url)
  const counted: WireCounts = { statements: 0, roundTrips: 0 }
  const server = createServer((client) => {
    const upstream = createConnection(Number(target.port || 5432), target.hostname)
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => socket.destroy())
    const read = messageReader((type) => {
      if (type === QUERY || type === EXECUTE) counted.statements += 1
    })
    let isAnswered = true
    client.on('data', (chunk: Buffer) => {
      if (isAnswered) counted.roundTrips += 1
      isAnswered = false
      read(chunk)
    })
    upstream.on('data', () => {
      isAnswered = true
    })
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const way = new URL(url)
  way.port = String((server.address() as AddressInfo).port)
  way.hostname = '127.0.0.1'
  return { url: way.href, counts: () => ({ ...counted }), close: () => void server.close() }
}

/** Calls `heard` with the type of each message. The first message of a connection has no type. */
function messageReader(heard: (type: number) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let begun = false
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const head = begun ? 1 : 0
      if (pending.length < head + 4) return
      const end = head + pending.readUInt32BE(head)
      if (pending.length < end) return
      if (begun) heard(pending.readUInt8(0))
      begun = true
      pending = pending.subarray(end)
    }
  }
}
