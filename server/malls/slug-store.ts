import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Gives a place this slug, with a number behind it if another place has it. */
export const giveSlug = (tx: Tx, slug: string, placeId: string) => sql`select give_slug(${slug}, ${placeId})`.execute(tx)

/** The place that has this slug or had it earlier. */
export const placeWithSlug = (db: Pick<Tx, 'selectFrom'>, slug: string) =>
  db.selectFrom('slug').select('placeId').where('slug', '=', slug).executeTakeFirst()
