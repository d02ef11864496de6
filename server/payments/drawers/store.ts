import { type Selectable, sql } from 'kysely'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, columnsOf, rowsAsTable } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db, Reader, Tx } from '#server/db/transaction.ts'

type Drawer = Selectable<Tables['cashDrawer']>
export type Count = Selectable<Tables['cashCount']>

/** `counterId` null is the drawer of the shop's devices that are at no counter. */
export type DrawerKey = Pick<Drawer, 'shopId' | 'counterId'>
export type Movement = Omit<Drawer, 'lastCountId'>

/** Needs at least one, and each drawer once. */
export function movingCash(movements: readonly Movement[]): Statement {
  const columns = sql.join(columnsOf<'cashDrawer'>(movements).map((column) => sql.ref(column)))
  return sql`insert into cash_drawer (${columns}) select ${columns} from ${rowsAsTable('cashDrawer', movements)} moved
    on conflict (shop_id, counter_id) do update set taken = cash_drawer.taken + excluded.taken, taken_paise = cash_drawer.taken_paise + excluded.taken_paise,
      handed_back = cash_drawer.handed_back + excluded.handed_back, handed_back_paise = cash_drawer.handed_back_paise + excluded.handed_back_paise`
}

export const drawersOf = (db: Reader, shopIds: readonly string[]): Promise<Drawer[]> =>
  db.selectFrom('cashDrawer').selectAll().where('shopId', '=', anyOf(shopIds)).execute()

/** A drawer that has no row gets one first, so that only one of several transactions can count it. */
export async function lockDrawer(tx: Tx, { mallId, shopId, counterId }: DrawerKey & { mallId: string }): Promise<Drawer> {
  await tx
    .insertInto('cashDrawer')
    .values({ mallId, shopId, counterId })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return tx
    .selectFrom('cashDrawer')
    .selectAll()
    .where('shopId', '=', shopId)
    .where('counterId', 'is not distinct from', counterId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export const countsByIds = (db: Reader, ids: readonly string[]): Promise<Count[]> =>
  db.selectFrom('cashCount').selectAll().where('id', '=', anyOf(ids)).execute()

/** The newest first. */
export const countsOfDay = (db: Reader, shopIds: readonly string[], serviceDay: string, most: number): Promise<Count[]> =>
  db
    .selectFrom('cashCount')
    .selectAll()
    .where('shopId', '=', anyOf(shopIds))
    .where('serviceDay', '=', serviceDay)
    .orderBy('countedAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()

/** The drawer is locked; it is empty afterwards, but for what stayed in it. */
export async function addCount(tx: Tx, count: Count): Promise<void> {
  await tx.insertInto('cashCount').values(count).execute()
  await tx
    .updateTable('cashDrawer')
    .set({ taken: 0, takenPaise: 0, handedBack: 0, handedBackPaise: 0, lastCountId: count.id })
    .where('shopId', '=', count.shopId)
    .where('counterId', 'is not distinct from', count.counterId)
    .execute()
}

/** In paise: what stayed at the last counts, and what went through since. */
export const inDrawers = async (db: Reader, shopIds: readonly string[]): Promise<number> =>
  (
    await sql<{ paise: number }>`
      select coalesce(sum(taken_paise - handed_back_paise + coalesce((select left_paise from cash_count where id = last_count_id), 0)), 0)::bigint as paise
      from cash_drawer where shop_id = any(${[...shopIds]}::text[])`.execute(db as Db)
  ).rows[0]?.paise ?? 0
