import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between clients and a server of this machine, that can be taken away and given back. */
export interface Network {
  /** Where clients connect instead of the server's own port. */
  port: number
  /** Clients lose their connection at once and cannot come back; the server is told nothing. */
  cut(): void
  /** Nothing is lost and nothing passes, in either direction. */
  freeze(): void
  /** Whole again: what was cut is lost, what was frozen goes on. */
  mend(): void
  close(): void
}

interface Pair {
  client: Socket
  server: Socket
}

/** Opens a network that leads to this port. */
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
      // While the network is cut, nobody learns that the other side has gone.
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
