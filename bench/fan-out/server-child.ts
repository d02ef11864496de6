// The product as one process, with a hall full of waiting tickets in its database.
import { sql } from 'kysely'
import { serviceDayOf } from '#contract/base/time.ts'
import { readConfig } from '#server/config.ts'
import { createCounter } from '#server/counters/service.ts'
import { openDatabase } from '#server/db/open.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { sha256 } from '#server/kit/hash.ts'
import { openLog } from '#server/kit/log.ts'
import { announce } from '#server/outbox/announce.ts'
import { lastSeq } from '#server/outbox/relay.ts'
import { createShop } from '#server/shops/service.ts'
import { start } from '#server/wiring.ts'
import { noWeb } from '#tests/support/server/no-web.ts'
import { type HallShop, secretOf, ticketOf } from './hall.ts'
import { answer } from './processes.ts'
import { usage } from './usage.ts'

const { HALL_URL: url, HALL_DATA: dataDir } = process.env
const config = readConfig(
  {
    ...{ PORT: '0', HOST: '127.0.0.1', SECRET_KEY: 'a key for benchmarks, not for anybody else', LOG_LEVEL: 'error' },
    ...(url ? { DATABASE_URL: url, DEMO: '1' } : { DATA_DIR: dataDir }),
  },
  [],
)
const database = await openDatabase(url ? { url } : { dataDir: config.dataDir })
const running = await start({ config, log: openLog(config.logLevel), database, web: noWeb })

const answers = {
  address(): string {
    const bound = running.app.server.address()
    if (bound === null || typeof bound === 'string') throw new Error('the server does not listen on a port')
    return `http://127.0.0.1:${bound.port}`
  },
  async fill(hall: HallShop[]): Promise<void> {
    for (const shop of hall) await transaction(database.db, (tx) => fillShop(tx, shop))
  },
  usage,
  /** Announces an event at each of these shops: their phones get one digest and nothing else. */
  stir: (shopIds: string[]): Promise<void> =>
    transaction(database.db, async (tx) => {
      for (const shopId of shopIds) await announce(tx, new Date(), { kind: 'ticket.served', shopId, ticketId: 'nobody' })
    }),
  seq: (shopId: string): Promise<number> => lastSeq(database.db, shopId),
}
export type ServerAnswers = typeof answers

async function fillShop(tx: Tx, { id, phones }: HallShop): Promise<void> {
  const now = new Date()
  const shop = { id, mallId: DEMO_MALL, name: id, description: '', place: 'level 1', baseFeePaise: 12_000, minutesPerTicket: 4 }
  await createShop(tx, now, shop)
  for (const name of ['Counter 1', 'Counter 2']) await createCounter(tx, now, { mallId: DEMO_MALL, shopId: id, name })
  const people = Array.from({ length: phones }, (_, i) => ({ ticketId: ticketOf(id, i + 1), number: i + 1, mobile: newMobile() }))
  const ids = people.map((p) => p.ticketId)
  const mobiles = people.map((p) => p.mobile)
  await sql`insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, number, serve_key, joined_at, created_at)
    select p.id, ${DEMO_MALL}, ${id}, ${serviceDayOf(now, 'Asia/Kolkata', 0)}, p.mobile, 'Asha Verma', 'asha@example.in', 'waiting', 'priority',
      p.n, ${now}::timestamptz - interval '10 min' + p.n * interval '1 ms', ${now}::timestamptz + p.n * interval '1 ms', ${now}
    from unnest(${ids}::text[], ${mobiles}::text[]) with ordinality as p (id, mobile, n)`.execute(tx)
  await sql`insert into payment (id, mall_id, shop_id, ticket_id, gateway, state, amount_paise, base_fee_paise, extra_paise, created_at, expires_at, captured_at,
      refund_on_leave, seller_name, seller_address, receipt_code)
    select 'payment-' || id, mall_id, shop_id, id, 'demo', 'captured', 12000, 12000, 0, ${now}, ${now}, ${now}, true, 'Seller', 'Mumbai', 'B' from ticket where shop_id = ${id}`.execute(
    tx,
  )
  await sql`insert into message (id, mall_id, shop_id, ticket_id, kind, channel, mobile, locale, params, state, created_at, sent_at)
    select 'message-' || id, mall_id, shop_id, id, 'token', 'screen', mobile, 'en', jsonb_build_object('shop', shop_id, 'number', number::text),
      'delivered', ${now}, ${now} from ticket where shop_id = ${id}`.execute(tx)
  const hashes = ids.map((ticketId) => sha256(secretOf(ticketId)))
  await sql`insert into shopper_session (token_hash, mobile, created_at, expires_at)
    select hash, mobile, ${now}, ${now}::timestamptz + interval '1 day' from unnest(${hashes}::text[], ${mobiles}::text[]) as s (hash, mobile)`.execute(
    tx,
  )
  await sql`insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
    values (${id}, ${serviceDayOf(now, 'Asia/Kolkata', 0)}, ${DEMO_MALL}, ${phones}, ${now})`.execute(tx)
}

let mobiles = 8_000_000_000
function newMobile(): string {
  mobiles += 1
  return String(mobiles)
}

answer(answers, running.stop)
