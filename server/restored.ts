import { DAY, daysAfter, financialYearOf, localDateOf, serviceDayOf } from '#contract/base/time.ts'
import { endAllSignIns } from './accounts/restored-store.ts'
import type { Tx } from './db/transaction.ts'
import { mallsOnRecord } from './malls/service.ts'
import { skipStreams } from './outbox/restored.ts'
import { skipNoteSerials, skipSerials } from './payments/receipts/restored-store.ts'
import { skipNumbers } from './queue/restored-store.ts'
import { sellerOf } from './shops/receipt-codes.ts'
import { shopsInUse } from './shops/restored-store.ts'
import { endAllVerifications } from './verification/restored-store.ts'

/** More tokens than one shop issues in a day. */
const A_DAYS_NUMBERS = 1000
/** In days. The skip is capped: serials have six digits. After an older backup, check the books by hand anyway. */
const MOST_DAYS = 100
/** More events than a shop has between a backup and its restore. */
const STREAM_NUMBERS = 1_000_000

/**
 * Makes a restored database safe to use, in the caller's transaction, if the shops were open after the backup. The backup does not hold
 * what happened after it. All sessions end, because some of them ended after the backup. The token numbers of today and of the days that can
 * be booked, and the receipt serials, skip all numbers that may have been issued after the backup, so that no number is issued twice.
 * Returns how many receipt serials each shop skips.
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
