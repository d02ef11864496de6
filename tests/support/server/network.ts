import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between clients and a server on this machine, which a test can break and mend. */
export interface Network {
  /** Clients connect to this port instead of the server's own. */
  port: number
  /** Clients lose their connections at once and cannot reconnect; the server does not notice. */
  cut(): void
  /** No data passes in either direction, and none is lost. */
  freeze(): void
  /** The network works again: cut connections are lost, frozen ones go on. */
  mend(): void
  close(): void
}

interface Pair {
  client: Socket
  server: Socket
}

export async function openNetwork(target: number): Promise<Network> {
  const pairs = new Set<Pair>()
  let state: 'whole' | 'cut' | 'frozen' = 'whole'

  const gate = createServer((client) => {
    client.on('error', () => {})
    if (state === 'cut') return client.destroy()
    const server = connect(target, '127.0.0.1')
    server.on('error', () => {})
    const pair = { client, server }
    pairs.add(pair)
    const end = () => {
      // While the network is cut, neither side learns that the other one has gone.
      if (state === 'cut') return
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    client.on('close', end)
    server.on('close', end)
    if (state === 'whole') join(pair)
  })
  gate.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(gate, 'listening')
  const bound = gate.address()
  if (bound === null || typeof bound === 'string') throw new Error('the network has no port')

  return {
    port: bound.port,
    cut() {
      state = 'cut'
      for (const pair of pairs) {
        part(pair)
        pair.client.destroy()
      }
    },
    freeze() {
      state = 'frozen'
      for (const pair of pairs) part(pair)
    },
    mend() {
      const wasCut = state === 'cut'
      state = 'whole'
      for (const pair of pairs) {
        if (!wasCut) join(pair)
        else {
          pair.server.destroy()
          pairs.delete(pair)
        }
      }
    },
    close() {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      gate.close()
    },
  }
}

function join({ client, server }: Pair): void {
  client.pipe(server)
  server.pipe(client)
}

function part({ client, server }: Pair): void {
  client.unpipe(server).pause()
  server.unpipe(client).pause()
}
