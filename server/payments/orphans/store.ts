import { type Selectable, sql } from 'kysely'
import type { OrphanKind, VendorName } from '#contract/payments/payments.ts'
import type { Orphan } from '#contract/payments/vendor-books-calls.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'

export interface FoundMoney {
  mallId: string
  gateway: VendorName
  kind: OrphanKind
  /** The order that it names, if we know it. */
  paymentId: string | null
  vendorOrderId: string | null
  vendorPaymentId: string
  amountPaise: number
}

/** The most rows of a list. */
const MOST = 200

const orphanOf = (row: Selectable<Tables['orphan']>): Orphan => ({
  id: row.id,
  gateway: row.gateway,
  kind: row.kind,
  paymentId: row.paymentId,
  vendorPaymentId: row.vendorPaymentId,
  amountPaise: row.amountPaise,
  seenAt: row.seenAt,
  returnedAt: row.returnedAt,
  decidedAt: row.decidedAt,
  note: row.note,
})

/**
 * Records money once; true if it was not known. With `returned`, it also records that the vendor has given it back without being asked,
 * whatever came first.
 */
export async function addOrphan(tx: Tx, money: FoundMoney, at: Date, { returned = false } = {}): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into orphan (id, mall_id, gateway, kind, payment_id, vendor_order_id, vendor_payment_id, amount_paise, seen_at, returned_at)
    values (${newId()}, ${money.mallId}, ${money.gateway}, ${money.kind}, ${money.paymentId}, ${money.vendorOrderId}, ${money.vendorPaymentId},
      ${money.amountPaise}, ${at}, ${returned ? at : null})
    on conflict (mall_id, gateway, vendor_payment_id) do update
      set returned_at = coalesce(orphan.returned_at, excluded.returned_at)
    returning xmax = 0 as is_new`.execute(tx)
  return rows[0]?.isNew === true
}

/** First those that need a person. */
export const orphansOf = async (db: Reader, mallId: string): Promise<Orphan[]> =>
  (
    await db
      .selectFrom('orphan')
      .selectAll()
      .where('mallId', '=', mallId)
      .orderBy(sql`coalesce(returned_at, decided_at) is null`, 'desc')
      .orderBy('seenAt', 'desc')
      .limit(MOST)
      .execute()
  ).map(orphanOf)

export async function lockOrphan(tx: Tx, id: string): Promise<{ orphan: Orphan; mallId: string } | null> {
  const row = await tx.selectFrom('orphan').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? { orphan: orphanOf(row), mallId: row.mallId } : null
}

export const decide = async (tx: Tx, id: string, { by, note, at }: { by: string; note: string; at: Date }): Promise<Orphan> =>
  orphanOf(
    await tx
      .updateTable('orphan')
      .set({ decidedAt: at, decidedBy: by, note })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
