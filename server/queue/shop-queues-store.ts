import { anyOf, fixed, oneOf } from '#server/db/rows.ts'
import type { Reader } from '#server/db/transaction.ts'

/** At most one ticket that is still in these queues. A missed one counts if it was missed after `missedSince`. */
export const standingTickets = async (db: Reader, shopIds: readonly string[], missedSince: Date): Promise<string[]> => {
  if (shopIds.length === 0) return []
  const rows = await db
    .selectFrom('ticket')
    .select('id')
    .where('shopId', '=', anyOf(shopIds))
    .where((eb) =>
      eb.or([
        eb('state', 'in', oneOf('pending_payment', 'booked', 'waiting', 'called', 'serving')),
        eb.and([eb('state', '=', fixed('missed')), eb('endedAt', '>', missedSince)]),
      ]),
    )
    .limit(1)
    .execute()
  return rows.map((row) => row.id)
}

export const missedTickets = async (db: Reader, shopIds: readonly string[]): Promise<string[]> =>
  shopIds.length === 0
    ? []
    : (
        await db
          .selectFrom('ticket')
          .select('id')
          .where('shopId', '=', anyOf(shopIds))
          .where('state', '=', fixed('missed'))
          .orderBy('id')
          .execute()
      ).map((row) => row.id)

/** True if a ticket is called to a counter or served at it. */
export const isBusy = async (db: Reader, shopId: string, counterId: string): Promise<boolean> =>
  (await db
    .selectFrom('ticket')
    .select('id')
    .where('shopId', '=', shopId)
    .where('counterId', '=', counterId)
    .where('state', 'in', oneOf('called', 'serving'))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A shop without either is absent. */
export async function dayCounts(
  db: Reader,
  shopIds: readonly string[],
  serviceDay: string,
): Promise<Map<string, { waiting: number; served: number }>> {
  if (shopIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ticket')
    .select((eb) => [
      'shopId',
      eb.cast<number>(eb.fn.countAll().filterWhere('state', '=', fixed('waiting')), 'integer').as('waiting'),
      eb.cast<number>(eb.fn.countAll().filterWhere('state', '=', fixed('served')), 'integer').as('served'),
    ])
    .where('shopId', '=', anyOf(shopIds))
    .where('serviceDay', '=', serviceDay)
    .where('state', 'in', oneOf('waiting', 'served'))
    .groupBy('shopId')
    .execute()
  return new Map(rows.map(({ shopId, waiting, served }) => [shopId, { waiting, served }]))
}

/** True if one of these shops has ever issued a token number. */
export const anyNumber = async (db: Reader, shopIds: readonly string[]): Promise<boolean> =>
  shopIds.length > 0 &&
  (await db.selectFrom('dayCounter').select('shopId').where('shopId', '=', anyOf(shopIds)).limit(1).executeTakeFirst()) !== undefined
