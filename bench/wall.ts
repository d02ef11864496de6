import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { demoAccounts } from '#contract/base/demo.ts'
import { serviceDayOf } from '#contract/base/time.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { DEMO_MALL, DEMO_SHOP, seedDemo } from '#server/demo/seed.ts'
import { type Deps, within } from '#server/deps.ts'
import { callTicket } from '#server/desk/calling.ts'
import { undoLast } from '#server/desk/end-ticket.ts'
import { readDesk } from '#server/desk/table.ts'
import { openLog } from '#server/kit/log.ts'
import { openDeps } from '#server/wiring.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'

/**
 * Measures what the wall between tenants costs the desk: the stories of staff with it and without it, in turns, in a database of many
 * malls. Prints a table of command, limit and ours; exit code 1 if a limit is exceeded. `node_modules/.bin/node bench/wall.ts [postgres://…
 * of an empty database]`
 */

const MALLS = 300
const TICKETS_PER_MALL = 200
const ROUNDS = 400
/** What the wall may add to a story, in percent. */
const MOST_ADDED = 25

const url = process.argv[2]
const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-bench-'))
const database = await openDatabase(url === undefined ? { dataDir } : { url })
await migrate(database)
const config = readConfig({ SECRET_KEY: 'a key for benchmarks, not for anybody else' }, [])
const deps = openDeps({ config, log: openLog('silent'), database })
await seedDemo(deps)
await fill()

const account = { id: 'staff', name: 'Staff', email: demoAccounts.staff.email, role: 'staff' as const }
const caller = { account, mallIds: [], shopIds: [DEMO_SHOP] }
const walled = within(deps, { accountId: account.id, mallIds: [DEMO_MALL] })
const stories = {
  'the staff table': (at: Deps) => readDesk(at, caller, DEMO_SHOP),
  'a call': (at: Deps) => callTicket(at, caller, `${DEMO_MALL}-t1`),
}

console.log('| what | command | limit | ours |\n|---|---|---|---|')
let over = false
for (const [name, story] of Object.entries(stories)) {
  const taken: { open: number[]; walled: number[] } = { open: [], walled: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, at] of round % 2 === 0
      ? ([
          ['open', deps],
          ['walled', walled],
        ] as const)
      : ([
          ['walled', walled],
          ['open', deps],
        ] as const)) {
      const from = performance.now()
      await story(at)
      taken[way].push(performance.now() - from)
      if (name === 'a call') await undoLast(deps, caller, `${DEMO_MALL}-t1`)
    }
  }
  const [open, behind] = [middle(taken.open), middle(taken.walled)]
  const added = Math.round((behind / open - 1) * 100)
  over ||= added > MOST_ADDED
  const ours = `${added} % (${behind.toFixed(2)} ms instead of ${open.toFixed(2)})`
  console.log(`| ${name} behind the wall, ${database.engine} | \`node bench/wall.ts\` | ${MOST_ADDED} % more | ${ours} |`)
}
console.log(`\n${machine()}`)
await database.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(over ? 1 : 0)

/** Adds many malls, each with a shop and people in its queue, and some people in the queue of the demo shop. */
async function fill(): Promise<void> {
  const now = deps.clock.now()
  const day = serviceDayOf(now, 'Asia/Kolkata', 0)
  const { db } = database
  await sql`insert into mall (id, title, created_at) select 'm' || n, 'Mall ' || n, ${now} from generate_series(1, ${MALLS}::int) n`.execute(
    db,
  )
  await sql`insert into shop (id, mall_id, name, receipt_code, created_at)
    select 's' || n, 'm' || n, 'Shop', 'C01', ${now} from generate_series(1, ${MALLS}::int) n`.execute(db)
  const waiting = (shopId: string, mallId: string, count: number) =>
    sql`insert into ticket (id, mall_id, shop_id, service_day, mobile, name, email, state, lane, number, serve_key, joined_at, created_at)
      select ${mallId} || '-t' || n, ${mallId}, ${shopId}, ${day}, (7000000000 + n)::text, 'Asha Verma', 'asha@example.in', 'waiting', 'priority', n,
        ${now}::timestamptz + n * interval '1 second', ${now}, ${now} from generate_series(1, ${count}::int) n`.execute(db)
  for (let n = 1; n <= MALLS; n += 1) await waiting(`s${n}`, `m${n}`, TICKETS_PER_MALL)
  await waiting(DEMO_SHOP, DEMO_MALL, 30)
  await sql`analyze`.execute(db)
}
