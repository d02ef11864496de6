import type { Tx } from '#server/db/transaction.ts'

/** Adds to a mall's use of a day, unless the sum would exceed `most`. Returns true if it was added. */
export async function addUseOfMall(
  tx: Tx,
  use: { mallId: string; kind: 'media-bytes' | 'media-files'; day: string; amount: number; most: number },
): Promise<boolean> {
  if (use.amount > use.most) return false
  const row = await tx
    .insertInto('mall_use')
    .values({ mall_id: use.mallId, kind: use.kind, day: use.day, used: use.amount })
    .onConflict((oc) =>
      oc
        .columns(['mall_id', 'kind', 'day'])
        .doUpdateSet((eb) => ({ used: eb('mall_use.used', '+', use.amount) }))
        .where('mall_use.used', '<=', use.most - use.amount),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds one to an address's use of a day, unless the sum would exceed `most`. Returns true if it was added. */
export async function addUseOfAddress(tx: Tx, use: { addressHash: string; kind: 'sign-ups'; day: string; most: number }): Promise<boolean> {
  const row = await tx
    .insertInto('address_use')
    .values({ address_hash: use.addressHash, kind: use.kind, day: use.day, used: 1 })
    .onConflict((oc) =>
      oc
        .columns(['address_hash', 'kind', 'day'])
        .doUpdateSet((eb) => ({ used: eb('address_use.used', '+', 1) }))
        .where('address_use.used', '<', use.most),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the uses of malls and addresses from before a day. */
export async function deleteUseBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('mall_use').where('day', '<', day).execute()
  await tx.deleteFrom('address_use').where('day', '<', day).execute()
}
