import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * How many files of journeys run in parallel. Each has its own server and database: on a shared one, they would change each other's queues.
 * Two keep both cores of a small machine busy.
 */
export const SIDE_BY_SIDE = 2

/** The address of a server of this run, and the settings it starts with. */
interface BrowserServer {
  address: string
  env: Record<string, string>
}

/**
 * The servers of this run, one for each journey file that runs in parallel: free ports, separate data folders, demo mode whatever the
 * environment says. Playwright reads its configuration in every process, so the choice is passed on in the environment.
 */
export async function browserServers(): Promise<BrowserServer[]> {
  process.env.E2E_PORTS ??= (await freePorts(SIDE_BY_SIDE)).join()
  // This only names the folder; the servers make it. Tools that only read the configuration leave nothing behind.
  process.env.E2E_DATA_DIR ??= join(tmpdir(), `red-carpet-e2e-${process.pid}-${portsOfRun()[0]}`)
  const dataDir = process.env.E2E_DATA_DIR
  return portsOfRun().map((port) => ({
    address: addressOf(port),
    env: {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: addressOf(port),
      DATA_DIR: join(dataDir, port),
      // Empty counts as unset.
      DATABASE_URL: '',
      REDIS_URL: '',
      DEMO: '',
      SECRET_KEY: '',
    },
  }))
}

/** The address of the server for the journeys of this parallel worker; `place` counts from 0. */
export function addressOfPlace(place: number): string {
  const port = portsOfRun()[place]
  if (port === undefined) throw new Error(`There is no server for worker ${place}.`)
  return addressOf(port)
}

const addressOf = (port: string) => `http://127.0.0.1:${port}`
const portsOfRun = () => process.env.E2E_PORTS?.split(',') ?? []

/** A port of this machine on which no process listens now. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number

/** As `freePort`, for several ports, all different. */
async function freePorts(many: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: many }, probe))
  for (const { close } of probes) await close()
  return probes.map(({ port }) => port)
}

const probe = (): Promise<{ port: number; close: () => Promise<void> }> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address !== 'object' || !address) return reject(new Error('no free port'))
      resolve({ port: address.port, close: () => new Promise((closed) => server.close(() => closed())) })
    })
  })
