import { anyOf, fixed, oneOf } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The id of one ticket that is still in these shops' queues: unpaid, booked, waiting, called, serving, or missed after `missedSince`. */
export const standingTickets = async (db: Reader, shopIds: readonly string[], missedSince: Date): Promise<string[]> => {
  if (shopIds.length === 0) return []
  const rows = await db
    .selectFrom('ticket')
    .select('id')
    .where('shop_id', '=', anyOf(shopIds))
    .where((eb) =>
      eb.or([
        eb('state', 'in', oneOf('pending_payment', 'booked', 'waiting', 'called', 'serving')),
        eb.and([eb('state', '=', fixed('missed')), eb('ended_at', '>', missedSince)]),
      ]),
    )
    .limit(1)
    .execute()
  return rows.map((row) => row.id)
}

/** Ids of these shops' tickets that are still in the state *missed*. */
export const missedTickets = async (db: Reader, shopIds: readonly string[]): Promise<string[]> =>
  shopIds.length === 0
    ? []
    : (
        await db
          .selectFrom('ticket')
          .select('id')
          .where('shop_id', '=', anyOf(shopIds))
          .where('state', '=', fixed('missed'))
          .orderBy('id')
          .execute()
      ).map((row) => row.id)

/** True if a ticket is called to a counter or served at it. */
export const isBusy = async (db: Reader, shopId: string, counterId: string): Promise<boolean> =>
  (await db
    .selectFrom('ticket')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('counter_id', '=', counterId)
    .where('state', 'in', oneOf('called', 'serving'))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** How many tickets wait and how many were served at these shops on a day. A shop without either is absent. */
export async function dayCounts(
  db: Reader,
  shopIds: readonly string[],
  serviceDay: string,
): Promise<Map<string, { waiting: number; served: number }>> {
  if (shopIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ticket')
    .select((eb) => [
      'shop_id',
      eb.cast<number>(eb.fn.countAll().filterWhere('state', '=', fixed('waiting')), 'integer').as('waiting'),
      eb.cast<number>(eb.fn.countAll().filterWhere('state', '=', fixed('served')), 'integer').as('served'),
    ])
    .where('shop_id', '=', anyOf(shopIds))
    .where('service_day', '=', serviceDay)
    .where('state', 'in', oneOf('waiting', 'served'))
    .groupBy('shop_id')
    .execute()
  return new Map(rows.map(({ shop_id, waiting, served }) => [shop_id, { waiting, served }]))
}

/** True if one of these shops has ever issued a token number. */
export const anyNumber = async (db: Reader, shopIds: readonly string[]): Promise<boolean> =>
  shopIds.length > 0 &&
  (await db.selectFrom('day_counter').select('shop_id').where('shop_id', '=', anyOf(shopIds)).limit(1).executeTakeFirst()) !== undefined
