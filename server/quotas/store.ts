import type { Tx } from '#server/db/transaction.ts'

/** Adds nothing and returns false if the sum would exceed `most`. */
export async function addUseOfMall(
  tx: Tx,
  use: { mallId: string; kind: 'media-bytes' | 'media-files'; day: string; amount: number; most: number },
): Promise<boolean> {
  if (use.amount > use.most) return false
  const row = await tx
    .insertInto('mallUse')
    .values({ mallId: use.mallId, kind: use.kind, day: use.day, used: use.amount })
    .onConflict((oc) =>
      oc
        .columns(['mallId', 'kind', 'day'])
        .doUpdateSet((eb) => ({ used: eb('mallUse.used', '+', use.amount) }))
        .where('mallUse.used', '<=', use.most - use.amount),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds one, as `addUseOfMall` does. */
export async function addUseOfAddress(tx: Tx, use: { addressHash: string; kind: 'sign-ups'; day: string; most: number }): Promise<boolean> {
  const row = await tx
    .insertInto('addressUse')
    .values({ addressHash: use.addressHash, kind: use.kind, day: use.day, used: 1 })
    .onConflict((oc) =>
      oc
        .columns(['addressHash', 'kind', 'day'])
        .doUpdateSet((eb) => ({ used: eb('addressUse.used', '+', 1) }))
        .where('addressUse.used', '<', use.most),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteUseBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('mallUse').where('day', '<', day).execute()
  await tx.deleteFrom('addressUse').where('day', '<', day).execute()
}
