import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#scripts/servers/free-port.ts'

/**
 * How many files of journeys run in parallel, each on its own server: on a shared one, they would change each other's queues. A journey
 * waits a third of its time, for transitions and for looks at the page: three keep both cores of a small machine busy.
 */
export const SIDE_BY_SIDE = 3

/**
 * The server of a parallel worker, the clock of that server, the two APIs of its vendors, and the pages of their checkouts. No one listens
 * at a vendor's port until a journey opens it.
 */
const kinds = ['server', 'clock', 'razorpay', 'cashfree', 'checkout'] as const
type Kind = (typeof kinds)[number]

interface BrowserServer {
  address: string
  env: Record<string, string>
}

/**
 * One server for each journey file that runs in parallel: free ports, separate data folders, demo mode whatever the environment says.
 * Playwright reads its configuration in every process, so the environment passes the choice on.
 */
export async function browserServers(): Promise<BrowserServer[]> {
  process.env.E2E_PORTS ??= (await freePorts(SIDE_BY_SIDE * kinds.length)).join()
  // This only names the folder; the servers make it. Tools that only read the configuration leave nothing behind.
  process.env.E2E_DATA_DIR ??= join(tmpdir(), `red-carpet-e2e-${process.pid}-${portOf(0, 'server')}`)
  const dataDir = process.env.E2E_DATA_DIR
  return Array.from({ length: SIDE_BY_SIDE }, (_, place) => ({
    address: addressOf(place),
    env: {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(portOf(place, 'server')),
      CLOCK_PORT: String(portOf(place, 'clock')),
      PUBLIC_URL: addressOf(place),
      DATA_DIR: join(dataDir, String(place)),
      // Empty counts as unset.
      DATABASE_URL: '',
      REDIS_URL: '',
      DEMO: '',
      SECRET_KEY: '',
      RAZORPAY_API_URL: addressOf(place, 'razorpay'),
      CASHFREE_API_URL: addressOf(place, 'cashfree'),
      RAZORPAY_CHECKOUT_URL: `${addressOf(place, 'checkout')}/razorpay.js`,
      CASHFREE_SCRIPT_URL: `${addressOf(place, 'checkout')}/cashfree.js`,
    },
  }))
}

/** `place` is the number of a parallel worker, from 0. */
export function portOf(place: number, kind: Kind): number {
  const port = process.env.E2E_PORTS?.split(',')[place * kinds.length + kinds.indexOf(kind)]
  if (port === undefined) throw new Error(`There is no server for worker ${place}.`)
  return Number(port)
}

export const addressOf = (place: number, kind: Kind = 'server'): string => `http://127.0.0.1:${portOf(place, kind)}`
