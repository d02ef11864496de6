import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { databaseOver, start } from '#server/db/embedded/embedded.ts'
import type { Database } from '#server/db/open.ts'

/** A worker keeps at most this many emptied databases: each takes about 100 MB. */
const MOST_SPARE = 3
/** One whose tables and log are larger is not kept, in bytes: the log keeps its files after a checkpoint, and memory is not given back. */
const LARGEST = 150_000_000

/** A used and emptied embedded database, with the shape that it had when it was new. */
interface Used {
  pg: PGlite
  shape: string
}
/** Files of a worker share their modules (`isolate: false`), so they share these, too. */
const spare: Used[] = []

/**
 * Opens a database in memory, migrated and empty: one that an earlier test of this worker has used and emptied, or a new one. Emptying
 * takes a tenth of a second, making one half a second. `giveBack` closes it; one whose tables, functions, rights or roles have changed is
 * not used again.
 */
export async function usedDatabase(): Promise<{ database: Database; giveBack(): Promise<void> }> {
  const used = spare.pop() ?? (await makeOne())
  // Closing the database closes everything above PGlite: no statement of this user reaches it after that.
  used.pg.close = async () => {}
  const database = databaseOver(used.pg)
  const stops: (() => Promise<void>)[] = []
  let isOver = false
  return {
    database: {
      ...database,
      // Listening goes past what is closed.
      listen: async (channel, heard) => {
        if (isOver) throw new Error('the database is closed')
        const stop = await database.listen(channel, heard)
        stops.push(stop)
        return stop
      },
    },
    giveBack: async () => {
      if (isOver) return
      isOver = true
      for (const stop of stops) await stop()
      await database.close()
      const isKept = spare.length < MOST_SPARE && (await isAsNew(used).catch(() => false))
      if (isKept) spare.push(used)
      else await PGlite.prototype.close.call(used.pg)
    },
  }
}

async function makeOne(): Promise<Used> {
  const pg = await start({ dump: new Blob([readFileSync(inject('template'))]) })
  return { pg, shape: await shapeOf(pg) }
}

/** Empties it. Returns whether it is again as it was when it was new. */
async function isAsNew({ pg, shape }: Used): Promise<boolean> {
  const { rows } = await pg.query<{ size: number }>(
    'select pg_database_size(current_database()) + (select sum(size) from pg_ls_waldir()) as size',
  )
  if ((rows[0]?.size ?? LARGEST) >= LARGEST) return false
  await pg.exec(EMPTY)
  for (const command of ['discard all', 'checkpoint']) await pg.exec(command)
  return (await shapeOf(pg)) === shape
}

/** Without the statistics of planner and vacuum, plans are those of a new database. */
const EMPTY = `
  do $$ begin
    execute (select 'truncate ' || string_agg(format('%I', relname), ', ') || ' restart identity cascade' from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema\\_%');
  end $$;
  delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
  select pg_stat_reset()`

async function shapeOf(pg: PGlite): Promise<string> {
  const { rows } = await pg.query<{ shape: string }>(`select md5(concat_ws(' ',
    (select string_agg(format('%s %s %s %s', oid, relname, relacl, concat(relrowsecurity, relforcerowsecurity)), ',' order by oid) from pg_class
      where relnamespace = 'public'::regnamespace),
    (select string_agg(format('%s %s %s %s', attrelid, attname, atttypid, concat(attnotnull, attacl)), ',' order by attrelid, attnum) from pg_attribute
      join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0),
    (select string_agg(format('%s %s %s', oid, md5(prosrc), proacl), ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
    (select string_agg(pg_attrdef::text, ',' order by oid) from pg_attrdef),
    (select string_agg(pg_policy::text, ',' order by oid) from pg_policy),
    (select string_agg(format('%s %s', oid, conname), ',' order by oid) from pg_constraint),
    (select string_agg(format('%s %s %s', oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
    (select string_agg(format('%s %s %s', oid, nspname, nspacl), ',' order by oid) from pg_namespace where nspname not like 'pg\\_%'),
    (select string_agg(pg_authid::text, ',' order by oid) from pg_authid),
    (select string_agg(pg_auth_members::text, ',' order by roleid, member) from pg_auth_members),
    (select string_agg(pg_db_role_setting::text, ',') from pg_db_role_setting),
    (select string_agg(schema_checksum::text, ',' order by name) from schema_checksum))) as shape`)
  return rows[0]?.shape ?? ''
}
