import type { Tx } from '#server/db/transaction.ts'

/** `status` and `response` are null while the request runs. */
export interface StoredKey {
  bodyHash: string
  status: number | null
  response: string | null
}

/** Until the lease ends, only the request that made the claim may run. */
export interface KeyClaim {
  id: string
  until: Date
}

/**
 * Returns `claimed`, or what another request left under the key; null if that has just gone. A claim whose lease has ended is replaced by a
 * request with the same body. A key from before `expired` counts as absent.
 */
export async function claimKey(
  tx: Tx,
  { id, until, bodyHash, now, expired }: KeyClaim & { bodyHash: string; now: Date; expired: Date },
): Promise<'claimed' | StoredKey | null> {
  const first = { bodyHash, claimedUntil: until, createdAt: now, status: null, response: null }
  const claimed = await tx
    .insertInto('idempotencyKey')
    .values({ id, ...first })
    .onConflict((oc) =>
      oc
        .column('id')
        .doUpdateSet(first)
        .where((eb) =>
          eb.or([
            eb('idempotencyKey.createdAt', '<=', expired),
            eb.and([
              eb('idempotencyKey.status', 'is', null),
              eb('idempotencyKey.claimedUntil', '<=', now),
              eb('idempotencyKey.bodyHash', '=', bodyHash),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (claimed) return 'claimed'
  const stored = await tx.selectFrom('idempotencyKey').select(['bodyHash', 'status', 'response']).where('id', '=', id).executeTakeFirst()
  return stored ?? null
}

/** Does nothing if a later request has claimed the key. */
export async function keepResponse(tx: Tx, { id, until }: KeyClaim, status: number, response: string): Promise<void> {
  await tx
    .updateTable('idempotencyKey')
    .set({ status, response })
    .where('id', '=', id)
    .where('status', 'is', null)
    .where('claimedUntil', '=', until)
    .execute()
}

/** Does nothing if a later request has claimed the key. */
export async function releaseKey(tx: Tx, { id, until }: KeyClaim): Promise<void> {
  await tx.deleteFrom('idempotencyKey').where('id', '=', id).where('status', 'is', null).where('claimedUntil', '=', until).execute()
}

export async function deleteKeysBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('idempotencyKey').where('createdAt', '<=', before).execute()
}
