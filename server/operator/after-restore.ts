import { sql } from 'kysely'
import { DAY, daysAfter, financialYearOf, localDateOf, serviceDayOf } from '#contract/base/time.ts'
import { insertion } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import { mallsOnRecord } from '#server/malls/service.ts'
import { type Series, takingSerials } from '#server/payments/receipts/store.ts'
import type { ShopDay } from '#server/queue/issue-store.ts'
import { sellerOf } from '#server/shops/receipt-codes.ts'

/** More tokens than one shop issues in a day. */
const A_DAYS_NUMBERS = 1000
/** In days. The skip is capped: serials have six digits. After an older backup, check the books by hand anyway. */
const MOST_DAYS = 100
/** More events than a shop has between a backup and its restore. */
const STREAM_NUMBERS = 1_000_000

/**
 * Makes a restored database safe to use, in the caller's transaction, if the shops were open after the backup. All sessions end, because
 * some of them ended after the backup. Receipt serials, and the token numbers of today and of the days that can be booked, skip ahead. So
 * numbers that may have been issued after the backup are not issued twice. Returns how many receipt serials each shop skips.
 */
export async function goOnAfterRestore(tx: Tx, { madeAt, now }: { madeAt: Date; now: Date }): Promise<number> {
  await endAllSignIns(tx, now)
  await endAllVerifications(tx, now)
  const days = Math.ceil(Math.max(0, now.getTime() - madeAt.getTime()) / DAY) + 1
  const serials = A_DAYS_NUMBERS * Math.min(MOST_DAYS, days)
  const shops = await shopsInUse(tx)
  const malls = await mallsOnRecord(tx, [...new Set(shops.map((shop) => shop.mallId))])
  const today = shops.flatMap((shop) => {
    const mall = malls.get(shop.mallId)
    if (!mall) return []
    const serviceDay = serviceDayOf(now, mall.timeZone, mall.dayStartHour)
    const financialYear = financialYearOf(localDateOf(now, mall.timeZone))
    return [{ shopId: shop.id, mallId: mall.id, serviceDay, financialYear, seller: sellerOf(mall) }]
  })
  // Bookings of later days have numbers, too.
  const aheadOf = new Map(shops.map(({ id, daysAhead }) => [id, daysAhead ?? 0]))
  const later = today.flatMap((day) =>
    Array.from({ length: aheadOf.get(day.shopId) ?? 0 }, (_, i) => ({ ...day, serviceDay: daysAfter(day.serviceDay, i + 1) })),
  )
  await skipNumbers(tx, [...today, ...later], A_DAYS_NUMBERS, now)
  await skipSerials(tx, today, serials)
  await skipNoteSerials(tx, today, serials)
  await skipStreams(tx, STREAM_NUMBERS)
  return serials
}

/** A restored database does not know which sessions and codes have ended since the backup. */
async function endAllSignIns(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('authChallenge').execute()
  await tx.updateTable('resetCode').set({ endedAt: now }).where('endedAt', 'is', null).execute()
}

async function endAllVerifications(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('shopperSession').execute()
  await tx.updateTable('otpCode').set({ endedAt: now }).where('endedAt', 'is', null).execute()
}

/** Without archived shops. `daysAhead` is null without slots. */
const shopsInUse = (tx: Tx) =>
  tx
    .selectFrom('shop')
    .select(['id', 'mallId', sql<number | null>`(slots->>'daysAhead')::int`.as('daysAhead')])
    .where('archivedAt', 'is', null)
    .execute()

async function skipNumbers(tx: Tx, days: readonly ShopDay[], numbers: number, now: Date): Promise<void> {
  if (days.length === 0) return
  const rows = days.map(({ shopId, serviceDay, mallId }) => {
    return { shopId, serviceDay, mallId, lastNumber: numbers, lastJoinedAt: now }
  })
  await sql`${insertion('dayCounter', rows)}
    on conflict (shop_id, service_day) do update set last_number = day_counter.last_number + excluded.last_number`.execute(tx)
}

/** The skipped serials are taken, and no receipt gets them. */
async function skipSerials(tx: Tx, series: readonly Series[], serials: number): Promise<void> {
  if (series.length === 0) return
  await takingSerials(series.map((one) => ({ ...one, many: serials }))).execute(tx)
}

/**
 * Skips serials of the papers for refunds: those of these series, and those of this year's sellers from before. A refund after the backup
 * may have begun a series that the backup does not have.
 */
async function skipNoteSerials(tx: Tx, series: readonly Series[], serials: number): Promise<void> {
  if (series.length === 0) return
  const rows = series.map(({ shopId, mallId, financialYear, seller }) => {
    return { seller, shopId, financialYear, mallId, lastSerial: 0 }
  })
  await sql`${insertion('creditNoteSeries', rows)} on conflict do nothing`.execute(tx)
  const years = [...new Set(series.map(({ financialYear }) => financialYear))]
  await sql`update credit_note_series set last_serial = last_serial + ${serials}::int where financial_year = any(${years})`.execute(tx)
}

/** Moves each stream beyond all numbers that a screen may have heard, because a screen ignores lower ones as old. */
const skipStreams = (tx: Tx, numbers: number) =>
  tx
    .updateTable('shopStream')
    .set({ seq: sql<number>`seq + ${numbers}::int` })
    .execute()
