import anyAscii from 'any-ascii'
import { canBeId } from '#contract/base/ids.ts'
import { type Reader, send, type Tx } from '#server/db/transaction.ts'
import * as store from './store.ts'

/** With a number behind it, a slug is still short enough to be read from a poster. */
const LONGEST = 40

/**
 * The slug that a name makes: `Shetty Silks` → `shetty-silks`, `शेट्टी सिल्क्स` → `setti-silks`. Null for a name without letters and digits.
 */
export function slugFrom(name: string): string | null {
  const words = anyAscii(name.normalize('NFC'))
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll('&', ' and ')
    .match(/[a-z0-9]+/g)
  const whole = (words ?? []).join('-')
  const slug =
    whole.length > LONGEST
      ? whole
          .slice(0, LONGEST + 1)
          .replace(/-[^-]*$/, '')
          .slice(0, LONGEST)
      : whole
  if (slug === '') return null
  return canBeId(slug) ? slug : `${slug}-1`
}

/**
 * Gives a mall or a shop the slug of its name; its earlier ones keep leading to it. Changes nothing for a name that makes none, and for the
 * twenty-first name.
 */
export function giveSlug(tx: Tx, placeId: string, name: string): void {
  const slug = slugFrom(name)
  if (slug !== null) send(tx, store.giveSlug(tx, slug, placeId))
}

/** Returns the id of the place that has this slug or had it earlier; else the segment, which may be an id. */
export const idOfSegment = async (db: Reader, segment: string): Promise<string> =>
  (await store.placeWithSlug(db, segment))?.placeId ?? segment
