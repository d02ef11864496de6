import { sql } from 'kysely'
import { TENANT_ROLE } from './tenant.ts'
import { behindWall, type Db, type Tx, transaction } from './transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A thing with an id, and the mall it belongs to. */
interface Thing {
  kind: 'mall' | 'shop' | 'counter' | 'ticket' | 'payment' | 'receipt'
  mallId: string
}

/** Whose the thing with this id is, on either side of the wall; null where there is none (any more). It is for refusals, which say no more. */
export async function whose(db: Reader, id: string): Promise<Thing | null> {
  const found = await db
    .selectFrom(sql<{ kind: Thing['kind']; mall_id: string }>`whose(${id})`.as('thing'))
    .select(['kind', 'mall_id'])
    .executeTakeFirst()
  return found ? { kind: found.kind, mallId: found.mall_id } : null
}

/** Thrown at the start where the database would not hold tenants apart. */
export class NoWall extends Error {
  constructor(why: string) {
    super(`The database does not hold tenants apart: ${why} See "Tenants in the database" in docs/operating.md.`)
    this.name = 'NoWall'
  }
}

/** Refuses with `NoWall` where the role of tenants cannot be taken on or has no rights, or a table with `mall_id` is open: a dump restored halfway. */
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
