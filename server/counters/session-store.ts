import type { Reader, Tx } from '#server/db/transaction.ts'

export interface DeviceAtCounter {
  sessionId: string
  counterId: string
  shopId: string
  mallId: string
  accountName: string
  since: Date
}

/** The devices at a shop's counters, in the order in which they came. */
export const devicesOf = (db: Reader, shopId: string) =>
  db
    .selectFrom('counterSession')
    .select(['sessionId', 'counterId', 'accountName'])
    .where('shopId', '=', shopId)
    .orderBy('since')
    .orderBy('sessionId')
    .execute()

/** The counter of a device, if it is one of this shop. */
export const counterOf = (db: Reader, sessionId: string, shopId: string) =>
  db.selectFrom('counterSession').select('counterId').where('sessionId', '=', sessionId).where('shopId', '=', shopId).executeTakeFirst()

/** The device leaves its earlier counter. */
export const takeCounter = (tx: Tx, { sessionId, counterId, shopId, mallId, accountName, since }: DeviceAtCounter) => {
  const place = { counterId, shopId, mallId, accountName, since }
  return tx
    .insertInto('counterSession')
    .values({ sessionId, ...place })
    .onConflict((oc) => oc.column('sessionId').doUpdateSet(place))
    .execute()
}

/** Without `sessionId`, all devices leave. */
export const leaveCounter = (tx: Tx, counterId: string, sessionId?: string) =>
  tx
    .deleteFrom('counterSession')
    .where('counterId', '=', counterId)
    .$if(sessionId !== undefined, (query) => query.where('sessionId', '=', sessionId ?? ''))
    .execute()
