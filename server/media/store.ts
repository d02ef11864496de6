import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

export interface MediaRow {
  hash: string
  kind: 'image' | 'sound'
  extension: string
  contentType: string
  bytes: Uint8Array
}

/** Keeps bytes under their hash; what is there already stays. */
export const insertMediaOnce = (tx: Tx, now: Date, media: MediaRow) =>
  tx
    .insertInto('media')
    .values({
      hash: media.hash,
      kind: media.kind,
      extension: media.extension,
      content_type: media.contentType,
      bytes: media.bytes,
      created_at: now,
    })
    .onConflict((oc) => oc.column('hash').doNothing())
    .execute()

/** True where these bytes are kept under this extension. */
export async function hasMedia(db: Reader, kind: MediaRow['kind'], hash: string, extension: string): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('hash')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('extension', '=', extension)
    .executeTakeFirst()
  return row !== undefined
}

/** The bytes of a name, if there are any. */
export const mediaByName = (db: Reader, kind: MediaRow['kind'], hash: string, extension: string) =>
  db
    .selectFrom('media')
    .select(['hash', 'content_type', 'bytes'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('extension', '=', extension)
    .executeTakeFirst()
