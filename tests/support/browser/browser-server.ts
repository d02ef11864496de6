import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#scripts/servers/free-port.ts'

/**
 * How many files of journeys run in parallel. Each has its own server and database: on a shared one, they would change each other's queues.
 * A journey waits a third of its time, for transitions and for looks at the page: three keep both cores of a small machine busy.
 */
export const SIDE_BY_SIDE = 3

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
  if (process.env.E2E_PORTS === undefined) {
    const ports = await freePorts(SIDE_BY_SIDE * (1 + VENDORS))
    process.env.E2E_PORTS = ports.slice(0, SIDE_BY_SIDE).join()
    process.env.E2E_VENDOR_PORTS = ports.slice(SIDE_BY_SIDE).join()
  }
  // This only names the folder; the servers make it. Tools that only read the configuration leave nothing behind.
  process.env.E2E_DATA_DIR ??= join(tmpdir(), `red-carpet-e2e-${process.pid}-${portsOfRun()[0]}`)
  const dataDir = process.env.E2E_DATA_DIR
  return portsOfRun().map((port, place) => ({
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
      ...vendorAddresses(vendorPortsOfPlace(place)),
    },
  }))
}

/** The vendors of a place: the two APIs, and the pages of their checkouts. No one listens there until a journey opens them. */
const VENDORS = 3

/** The ports for the vendors of a parallel worker; `place` counts from 0. */
export function vendorPortsOfPlace(place: number): { razorpay: number; cashfree: number; checkout: number } {
  const [razorpay = 0, cashfree = 0, checkout = 0] = (process.env.E2E_VENDOR_PORTS?.split(',') ?? [])
    .slice(place * VENDORS, (place + 1) * VENDORS)
    .map(Number)
  return { razorpay, cashfree, checkout }
}

/** The settings with which a server of a journey finds its vendors. */
const vendorAddresses = ({ razorpay, cashfree, checkout }: ReturnType<typeof vendorPortsOfPlace>): Record<string, string> => ({
  RAZORPAY_API_URL: addressOf(String(razorpay)),
  CASHFREE_API_URL: addressOf(String(cashfree)),
  RAZORPAY_CHECKOUT_URL: `${addressOf(String(checkout))}/razorpay.js`,
  CASHFREE_SCRIPT_URL: `${addressOf(String(checkout))}/cashfree.js`,
})

/** The address of the server for the journeys of this parallel worker; `place` counts from 0. */
export function addressOfPlace(place: number): string {
  const port = portsOfRun()[place]
  if (port === undefined) throw new Error(`There is no server for worker ${place}.`)
  return addressOf(port)
}

const addressOf = (port: string) => `http://127.0.0.1:${port}`
const portsOfRun = () => process.env.E2E_PORTS?.split(',') ?? []
