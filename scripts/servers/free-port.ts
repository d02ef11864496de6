import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * No system gives these ports to a connection or to `listen(0)`: Linux begins at 32768, macOS and Windows at 49152. Such a port may be
 * taken between this look and the start of the server that wants it.
 */
const FIRST = 20_000
const END = 32_000

/** A port of this machine on which no process listens now. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number

/** The ports follow one another. */
export async function freePorts(many: number): Promise<number[]> {
  for (;;) {
    const first = randomInt(FIRST, END - many)
    const ports = Array.from({ length: many }, (_, place) => first + place)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
