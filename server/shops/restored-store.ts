import type { Tx } from '#server/db/transaction.ts'

/** Every shop that is not archived, with its mall. */
export const shopsInUse = (tx: Tx) => tx.selectFrom('shop').select(['id', 'mall_id']).where('archived_at', 'is', null).execute()
