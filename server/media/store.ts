import type { Reader, Tx } from '#server/db/transaction.ts'

export interface MediaRow {
  hash: string
  kind: 'image' | 'sound'
  extension: string
  contentType: string
  bytes: Uint8Array
}

/** Returns true if the bytes were not stored before. */
export async function insertMediaOnce(tx: Tx, now: Date, media: MediaRow): Promise<boolean> {
  if (await touchMedia(tx, now, media)) return false
  await tx
    .insertInto('media')
    .values({ ...media, createdAt: now, keptAt: now })
    .onConflict((oc) => oc.column('hash').doUpdateSet({ keptAt: now }))
    .execute()
  return true
}

/**
 * Notes that a form names these bytes now, which keeps them for at least a day. Returns false if they are not stored under this extension.
 */
export async function touchMedia(
  tx: Tx,
  now: Date,
  { kind, hash, extension }: Pick<MediaRow, 'kind' | 'hash' | 'extension'>,
): Promise<boolean> {
  const row = await tx
    .updateTable('media')
    .set({ keptAt: now })
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('extension', '=', extension)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks and returns files that no form has named since `before`, oldest first. Skips files that another transaction has locked. */
export const lockKeptBefore = (tx: Tx, before: Date, most: number) =>
  tx
    .selectFrom('media')
    .select(['hash', 'kind', 'extension'])
    .where('keptAt', '<', before)
    .orderBy('keptAt')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()

export const deleteMedia = async (tx: Tx, hashes: readonly string[]): Promise<void> => {
  if (hashes.length > 0) await tx.deleteFrom('media').where('hash', 'in', hashes).execute()
}

/** Keeps these files for another day. */
export const touchAll = async (tx: Tx, hashes: readonly string[], now: Date): Promise<void> => {
  if (hashes.length > 0) await tx.updateTable('media').set({ keptAt: now }).where('hash', 'in', hashes).execute()
}

export const mediaByName = (db: Reader, kind: MediaRow['kind'], hash: string, extension: string) =>
  db
    .selectFrom('media')
    .select(['hash', 'contentType', 'bytes'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('extension', '=', extension)
    .executeTakeFirst()
