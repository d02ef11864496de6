import type { Tx } from '#server/db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A device (its session) and its counter. */
export interface DeviceAtCounter {
  sessionId: string
  counterId: string
  shopId: string
  mallId: string
  accountName: string
  since: Date
}

/** The devices that are at counters of a shop, in the order in which they came. */
export const devicesOf = (db: Reader, shopId: string) =>
  db
    .selectFrom('counter_session')
    .select(['session_id', 'counter_id', 'account_name'])
    .where('shop_id', '=', shopId)
    .orderBy('since')
    .orderBy('session_id')
    .execute()

/** Puts a device at a counter; it leaves its earlier counter. */
export const takeCounter = (tx: Tx, { sessionId, counterId, shopId, mallId, accountName, since }: DeviceAtCounter) => {
  const place = { counter_id: counterId, shop_id: shopId, mall_id: mallId, account_name: accountName, since }
  return tx
    .insertInto('counter_session')
    .values({ session_id: sessionId, ...place })
    .onConflict((oc) => oc.column('session_id').doUpdateSet(place))
    .execute()
}

/** Takes a device away from a counter; without `sessionId`, all devices. */
export const leaveCounter = (tx: Tx, counterId: string, sessionId?: string) =>
  tx
    .deleteFrom('counter_session')
    .where('counter_id', '=', counterId)
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId ?? ''))
    .execute()
