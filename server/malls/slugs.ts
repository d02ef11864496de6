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
 * Gives a mall or a shop the slug of its name. Its earlier ones keep leading to it. A name that makes none leaves it as it is, and so does the
 * twenty-first name.
 */
export function giveSlug(tx: Tx, placeId: string, name: string): void {
  const slug = slugFrom(name)
  if (slug !== null) send(tx, store.giveSlug(tx, slug, placeId))
}

/** The id of the place to which the first segment of an address leads: a slug of today or of earlier, or the id itself. */
export const idOfSegment = async (db: Reader, segment: string): Promise<string> =>
  (await store.placeWithSlug(db, segment))?.placeId ?? segment
