import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openLog } from '#server/kit/log.ts'
import { start } from '#server/wiring.ts'
import { noWeb } from '#tests/support/server/no-web.ts'
import { freshPlace } from './place.ts'

/** Starts the whole product in this process, over a new empty database on PostgreSQL. */
export async function runProduct(env: Record<string, string>) {
  const place = await freshPlace('PostgreSQL')
  const url = 'url' in place ? place.url : ''
  const database = await openDatabase({ url })
  const config = readConfig(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      SECRET_KEY: 'a key for benchmarks, not for anybody else',
      LOG_LEVEL: 'silent',
      DATABASE_URL: url,
      ...env,
    },
    [],
  )
  const running = await start({ config, log: openLog('silent'), database, web: noWeb })
  const bound = running.app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen on a port')
  return {
    address: `http://127.0.0.1:${bound.port}`,
    database,
    clock: systemClock,
    async stop() {
      await running.stop()
      await place.cleanUp()
    },
  }
}
