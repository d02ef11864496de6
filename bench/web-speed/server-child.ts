// The product as one process in demo mode, with its built web app.
import { sql } from 'kysely'
import { serviceDayOf } from '../../contract/base/time.ts'
import { readConfig } from '../../server/config.ts'
import { createCounter } from '../../server/counters/service.ts'
import { openDatabase } from '../../server/db/open.ts'
import { transaction } from '../../server/db/transaction.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { builtWeb } from '../../server/http/pages/built-web.ts'
import { openLog } from '../../server/kit/log.ts'
import { createShop } from '../../server/shops/service.ts'
import { start } from '../../server/wiring.ts'
import { answer } from '../fan-out/processes.ts'

const { WEB_DATA: dataDir, WEB_PORT: port = '' } = process.env
const config = readConfig(
  { PORT: port, HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'error', SECRET_KEY: '', DATA_DIR: dataDir },
  [],
)
const database = await openDatabase({ dataDir: config.dataDir })
const web = builtWeb(`${import.meta.dirname}/../..`)
const running = await start({ config, log: openLog(config.logLevel), database, web })

const answers = {
  ready: async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/ready`)).ok,
  /** Each of the waiting people has paid. */
  async fill({ shopId, people }: { shopId: string; people: number }): Promise<void> {
    await transaction(database.db, async (tx) => {
      const now = new Date()
      const day = serviceDayOf(now, 'Asia/Kolkata', 0)
      const shop = { id: shopId, mallId: DEMO_MALL, name: shopId, description: '', place: 'level 1' }
      await createShop(tx, now, { ...shop, baseFeePaise: 12_000, minutesPerTicket: 4 })
      await createCounter(tx, now, { mallId: DEMO_MALL, shopId, name: 'Counter 1' })
      await sql`insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, number, serve_key, joined_at, created_at)
        select ${shopId} || '-' || n, ${DEMO_MALL}, ${shopId}, ${day}, (7600000000 + n)::text, 'Customer ' || n, 'customer' || n || '@example.in',
          'waiting', 'priority', n, ${now}::timestamptz - interval '70 min' + n * interval '1 s', ${now}::timestamptz - interval '1 h' + n * interval '1 s', ${now}
        from generate_series(1, ${people}::int) as n`.execute(tx)
      await sql`insert into day_counter (shop_id, service_day, mall_id, last_number, last_joined_at)
        values (${shopId}, ${day}, ${DEMO_MALL}, ${people}, ${now})`.execute(tx)
    })
  },
}
export type WebAnswers = typeof answers

answer(answers, running.stop)
