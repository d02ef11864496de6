import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { backendsOf, cpuOf } from '#bench/kit/cpu-of.ts'
import { type HttpFigures, load, serveForLoad } from '#bench/kit/http-load.ts'
import { addAccount, KEY_SECRET, SECRET_KEY } from '#bench/webhooks/account.ts'
import { confirmPayment } from '#contract/payments/calls.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { addOwing, addShops, checkBooks, paymentId, secretOf, vendorOrderId } from './owing.ts'

const CONNECTIONS = 400

/** Captures a second, and the CPU time of each capture in ms, by the processes that used it. */
export interface CaptureFigures extends HttpFigures {
  cpu: { server: number; database: number; double: number; load: number }
}

/**
 * Measures captures over HTTP through Razorpay's client, compared with captures of the demo gateway on the same server. The vendor is a
 * double in a process of its own that answers after `delayMs`. The two take turns, with `each` captures a round.
 */
export async function withVendor(
  place: { url: string } | { dataDir: string },
  { rounds, each, shops, port, delayMs }: { rounds: number; each: number; shops: number; port: number; delayMs: number },
): Promise<{ vendor: CaptureFigures[]; demo: CaptureFigures[] }> {
  const database = await openDatabase(place)
  const double = fork(join(import.meta.dirname, 'slow-vendor-child.ts'), [String(delayMs)])
  const figures = { vendor: [] as CaptureFigures[], demo: [] as CaptureFigures[] }
  try {
    const [address] = (await once(double, 'message')) as [{ port: number }]
    await migrate(database)
    await addShops(database.db, shops)
    await addAccount(database.db)
    const many = each * (rounds + 1)
    await addOwing(database.db, { from: 0, many, shops })
    await addOwing(database.db, { from: many, many, shops, gateway: 'razorpay' })
    const env = {
      RAZORPAY_API_URL: `http://127.0.0.1:${address.port}`,
      SECRET_KEY,
    }
    const server = await serveForLoad(place, { port, connections: CONNECTIONS, env })
    const confirm = (n: number, claim: object) => server.send('POST', addressOf(confirmPayment, { id: paymentId(n) }), secretOf(n), claim)
    const measured = async (run: () => Promise<HttpFigures>): Promise<CaptureFigures> => {
      const pids = { server: [server.pid], database: await backendsOf(database), double: [double.pid ?? 0], load: [process.pid] }
      const parts = ['server', 'database', 'double', 'load'] as const
      const before = parts.map((part) => cpuOf(pids[part]))
      const found = await run()
      const [ofServer = 0, ofDatabase = 0, ofDouble = 0, ofLoad = 0] = parts.map((part, i) => (cpuOf(pids[part]) - (before[i] ?? 0)) / each)
      return { ...found, cpu: { server: ofServer, database: ofDatabase, double: ofDouble, load: ofLoad } }
    }
    try {
      // The first round is only a warm-up.
      for (let round = 0; round <= rounds; round += 1) {
        const from = round * each
        const claims = Array.from({ length: each }, (_, i) => claimOf(many + from + i))
        const measure = {
          demo: () => measured(() => load(each, CONNECTIONS, (i) => confirm(from + i, {}))),
          vendor: () => measured(() => load(each, CONNECTIONS, (i) => confirm(many + from + i, claims[i] ?? {}))),
        }
        // The tables grow, so each of the two comes first in half of the rounds.
        for (const which of round % 2 === 0 ? (['vendor', 'demo'] as const) : (['demo', 'vendor'] as const)) {
          const found = await measure[which]()
          if (round > 0) figures[which].push(found)
        }
      }
    } finally {
      await server.stop()
    }
    await checkBooks(database.db)
    return figures
  } finally {
    double.disconnect()
    await database.close()
  }
}

function claimOf(n: number) {
  const [razorpay_order_id, razorpay_payment_id] = [vendorOrderId(n), `pay_bench${n}`]
  const razorpay_signature = createHmac('sha256', KEY_SECRET).update(`${razorpay_order_id}|${razorpay_payment_id}`).digest('hex')
  return { razorpay_order_id, razorpay_payment_id, razorpay_signature }
}
