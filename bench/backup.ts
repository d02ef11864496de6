import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { takeBackup } from '#server/backup/take-backup.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'
import { machine } from './kit/machine.ts'
import { type Compared, peerTable } from './kit/peer-table.ts'
import { freshPlace } from './kit/place.ts'

/**
 * Measures a backup and a restore of 100,000 tickets with all their rows: time, and size of the file. Also measures the wait of queries
 * during an embedded backup. The peers are pg_dump and pg_restore, and PGlite's own copy of its files. Makes and drops its own databases at
 * BENCH_DATABASE_URL. `node_modules/.bin/node bench/backup.ts [TICKETS]`
 */

const tickets = Number(process.argv[2] ?? 100_000)
/** Limits in seconds for 100,000 tickets: a night has time for backup and restore, and an open shop can bear the wait. */
const MOST = { backup: 60, restore: 120, wait: 10 }

const rows: Compared[] = []
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'red-carpet-bench-'))
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (file: string) => `${(statSync(file).size / 1e6).toFixed(1)} MB`

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
function compare(
  what: string,
  limit: number,
  peer: { name: string; ms: number; file?: string },
  ours: { ms: number; file?: string },
): void {
  const tell = ({ ms, file }: { ms: number; file?: string }) => seconds(ms) + (file ? `, ${megabytes(file)}` : '')
  rows.push({
    ...{ what, limit: `${limit} s`, peer: `${peer.name}: ${tell(peer)}`, ours: tell(ours) },
    ...{ ratio: `${(ours.ms / peer.ms).toFixed(1)} ×`, ok: ours.ms <= limit * 1000 },
  })
}

type Place = Awaited<ReturnType<typeof freshPlace>>
const settings = (place: Place): NodeJS.ProcessEnv =>
  'url' in place
    ? { ...process.env, NODE_ENV: '', DATABASE_URL: place.url }
    : { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: place.dataDir }
function command(name: 'backup' | 'restore', argument: string, place: Place): void {
  execFileSync(process.execPath, [`scripts/${name}.ts`, argument], {
    cwd: root,
    env: settings(place),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

for (const engine of ['PostgreSQL', 'embedded'] as const) {
  const [place, other] = [await freshPlace(engine), await freshPlace(engine)]
  try {
    const database = await openDatabase(place)
    await fill(database)
    if (engine === 'embedded') await waitMeanwhile(database)
    await database.close()

    const into = join(folder, engine)
    const backup = await timed(() => command('backup', into, place))
    const file = join(into, readdirSync(into).join())
    const restore = await timed(() => command('restore', file, other))
    const peer = 'url' in place ? postgresTools(place.url) : await filesOf(place.dataDir)
    compare(`${engine}: backup`, MOST.backup, peer.out, { ms: backup, file })
    compare(`${engine}: restore into an empty database`, MOST.restore, peer.back, { ms: restore })
  } finally {
    await place.cleanUp()
    await other.cleanUp()
  }
}
rmSync(folder, { recursive: true, force: true })

console.log(peerTable(rows))
console.log(`\n\`node bench/backup.ts\`, ${tickets.toLocaleString('en')} tickets; ${machine()}`)
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

async function fill(database: Database): Promise<void> {
  await migrate(database)
  await transaction(database.db, async (tx) => {
    await sql`select set_config('bench.tickets', ${String(tickets)}, true), set_config('statement_timeout', '0', true)`.execute(tx)
    await sql.raw(readFileSync(join(import.meta.dirname, 'backup/tickets.sql'), 'utf8')).execute(tx)
  })
}

/** Measures the longest wait of a query while the running embedded database is backed up. */
async function waitMeanwhile(database: Database): Promise<void> {
  let over = false
  let longest = 0
  const asking = (async () => {
    while (!over) {
      longest = Math.max(longest, await timed(() => database.ping()))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const whole = await timed(() => takeBackup(database, join(folder, 'running'), { at: new Date(), secretKey: null }))
  over = true
  await asking
  compare('embedded: the longest wait of a query while it is backed up', MOST.wait, { name: 'the backup', ms: whole }, { ms: longest })
}

/** Measures PostgreSQL's own tools: a dump in their packed format, restored into a separate database. */
function postgresTools(url: string) {
  const file = join(folder, 'dump')
  const copy = new URL(url)
  copy.pathname += '_copy'
  const run = (tool: string, ...args: string[]) => {
    const begun = performance.now()
    const done = spawnSync(tool, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (done.status !== 0) throw new Error(`${tool} ended with ${done.status}`)
    return performance.now() - begun
  }
  const out = run('pg_dump', '--format=custom', `--file=${file}`, url)
  const name = copy.pathname.slice(1)
  run('psql', '--quiet', `--command=create database ${name}`, url)
  const back = run('pg_restore', '--no-owner', '--single-transaction', `--dbname=${copy.href}`, file)
  run('psql', '--quiet', `--command=drop database ${name}`, url)
  return { out: { name: 'pg_dump', ms: out, file }, back: { name: 'pg_restore', ms: back } }
}

/** Measures PGlite's packed copy of its files, which no other engine and no other major version of PostgreSQL can read. */
async function filesOf(dataDir: string) {
  const file = join(folder, 'files')
  const pg = await PGlite.create(join(dataDir, 'pgdata'))
  const out = await timed(async () => writeFileSync(file, Buffer.from(await (await pg.dumpDataDir('gzip')).arrayBuffer())))
  await pg.close()
  const back = await timed(async () => {
    const copy = await PGlite.create({ dataDir: join(folder, 'copy'), loadDataDir: new Blob([readFileSync(file)]) })
    await copy.close()
  })
  return { out: { name: 'dumpDataDir', ms: out, file }, back: { name: 'loadDataDir', ms: back } }
}
