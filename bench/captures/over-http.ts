import { type HttpFigures, load, serveForLoad } from '#bench/kit/http-load.ts'
import { confirmPayment } from '#contract/payments/calls.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { addOwing, addShops, paymentId, secretOf } from './owing.ts'

const CONNECTIONS = 200

/**
 * Measures captures through the whole stack of a separate server process in demo mode, compared with its `/health`, which does nothing. The
 * two take turns, with `each` requests a round. The requests come from this process: on a small machine both share the cores.
 */
export async function overHttp(
  place: { url: string } | { dataDir: string },
  { rounds, each, shops, port }: { rounds: number; each: number; shops: number; port: number },
): Promise<{ captures: HttpFigures[]; nothing: HttpFigures[] }> {
  const database = await openDatabase(place)
  await migrate(database)
  await addShops(database.db, shops)
  await addOwing(database.db, { from: 0, many: each * (rounds + 1), shops })
  await database.close()
  const server = await serveForLoad(place, { port, connections: CONNECTIONS })
  const captures: HttpFigures[] = []
  const nothing: HttpFigures[] = []
  try {
    // The first round is only a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const from = round * each
      const paid = await load(each, CONNECTIONS, (i) =>
        server.send('POST', addressOf(confirmPayment, { id: paymentId(from + i) }), secretOf(from + i)),
      )
      const idle = await load(each, CONNECTIONS, (i) => server.send('GET', '/health', secretOf(from + i)))
      if (round === 0) continue
      captures.push(paid)
      nothing.push(idle)
    }
  } finally {
    await server.stop()
  }
  return { captures, nothing }
}
