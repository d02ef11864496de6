import { type Selectable, sql } from 'kysely'
import type { OrphanKind, VendorName } from '#contract/payments/payments.ts'
import type { Orphan } from '#contract/payments/vendor-books-calls.ts'
import { anyOf } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import { givenBack } from '#server/payments/settlements/store.ts'

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

/** Those of these ids of the vendor's payments that are orphans. */
export const orphansNamed = async (
  db: Reader,
  mallId: string,
  gateway: VendorName,
  vendorPaymentIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (vendorPaymentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('orphan')
    .select('vendorPaymentId')
    .where('mallId', '=', mallId)
    .where('gateway', '=', gateway)
    .where('vendorPaymentId', '=', anyOf(vendorPaymentIds))
    .execute()
  return new Set(rows.map((row) => row.vendorPaymentId))
}

/** Records of those of these orphans of which all has gone back, as the entries of transfers say, that the vendor has returned them. */
export const markReturned = (tx: Tx, mallId: string, gateway: VendorName, vendorPaymentIds: readonly string[], at: Date) =>
  sql`update orphan set returned_at = ${at}
    where mall_id = ${mallId} and gateway = ${gateway} and vendor_payment_id = ${anyOf(vendorPaymentIds)} and returned_at is null
      and amount_paise <= (select ${givenBack} from settlement_line l
        where l.vendor_payment_id = orphan.vendor_payment_id and l.mall_id = orphan.mall_id and l.gateway = orphan.gateway
          and l.kind = 'refund')`.execute(tx)

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
