import { connect, createServer, type Socket } from 'node:net'

/** A balancer of TCP connections: one address in front of several nodes. */
export interface Balancer {
  address: string
  /** Cuts every open connection; new ones are let through. */
  cut(): void
  close(): Promise<void>
}

/**
 * Forwards each connection to the next address in turn, or to the one after it if no process listens there. A connection stays on its node.
 */
export async function balancerOver(addresses: readonly string[]): Promise<Balancer> {
  let turn = 0
  const open = new Set<Socket>()
  const joinUp = (client: Socket, left: number): void => {
    const { hostname, port } = new URL(addresses[turn % addresses.length] ?? '')
    turn += 1
    const node = connect(Number(port), hostname)
    node.once('error', () => (left > 1 && !client.destroyed ? joinUp(client, left - 1) : client.destroy()))
    node.once('connect', () => {
      for (const end of [client, node]) {
        open.add(end)
        end.removeAllListeners('error')
        end.on('error', () => undefined)
        end.on('close', () => {
          open.delete(end)
          client.destroy()
          node.destroy()
        })
      }
      client.pipe(node).pipe(client)
    })
  }
  const server = createServer((client) => {
    client.on('error', () => undefined)
    joinUp(client, addresses.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the balancer does not listen on a port')
  return {
    address: `http://127.0.0.1:${at.port}`,
    cut() {
      for (const end of open) end.destroy()
    },
    async close() {
      for (const end of open) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
