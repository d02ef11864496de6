import { sql } from 'kysely'
import { TENANT_ROLE } from './tenant.ts'
import { behindWall, type Db, type Reader, type Tx, transaction } from './transaction.ts'

export interface Thing {
  kind: 'mall' | 'shop' | 'counter' | 'ticket' | 'payment' | 'receipt' | 'orphan'
  mallId: string
}

/**
 * Finds the thing on either side of the wall; null if it does not exist (any more). Use it only for refusals, which must not reveal more.
 */
export async function whose(db: Reader, id: string): Promise<Thing | null> {
  const found = await db
    .selectFrom(sql<{ kind: Thing['kind']; mallId: string }>`whose(${id})`.as('thing'))
    .select(['kind', 'mallId'])
    .executeTakeFirst()
  return found ?? null
}

/** The same for several ids; an id that does not exist is absent. */
export async function whoseAll(db: Reader, ids: readonly string[]): Promise<Map<string, Thing>> {
  const { rows } = await sql<{ id: string; kind: Thing['kind']; mallId: string }>`
    select asked.id, thing.kind, thing.mall_id from unnest(${ids}::text[]) as asked (id), whose(asked.id) as thing`.execute(db as Db)
  return new Map(rows.map(({ id, kind, mallId }) => [id, { kind, mallId }]))
}

/** Thrown at the start: the database would not keep tenants apart. */
export class NoWall extends Error {
  constructor(why: string) {
    super(`The database does not keep tenants apart: ${why} See "Tenants in the database" in docs/operating.md.`)
    this.name = 'NoWall'
  }
}

/**
 * Refuses with `NoWall` if we cannot take the tenants' role, if the role lacks its permissions, or if a table with `mall_id` is open. A
 * dump that was only partly restored can cause this.
 */
export async function checkWall(db: Db): Promise<void> {
  const nobody = behindWall(db, { accountId: '', mallIds: [] })
  const open = await transaction(nobody, async (tx) => {
    await tx.selectFrom('mall').select('id').limit(1).execute()
    return openTables(tx)
  }).catch((error: Error) => {
    throw /rc_tenant|permission denied/.test(error.message) ? new NoWall(`${error.message}.`) : error
  })
  if (open.length > 0) throw new NoWall(`these tables are open: ${open.join(', ')}.`)
}

const openTables = async (tx: Tx): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and (a.attname = 'mall_id' or c.relname = 'mall') and not a.attisdropped
        and not (c.relrowsecurity and exists (
          select from pg_policy p where p.polrelid = c.oid and ${TENANT_ROLE}::regrole = any (p.polroles)))
      order by name`.execute(tx)
  ).rows.map(({ name }) => name)
