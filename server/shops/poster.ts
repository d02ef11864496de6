import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { paths } from '../../contract/paths.ts'
import type { PosterLanguage, PosterSize } from '../../contract/poster.wire.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { press } from './poster-press.ts'
import * as store from './poster-store.ts'
import { shopForDesk } from './service.ts'

/** What a poster is wished to be. */
export interface PosterWish {
  shopId: string
  size: PosterSize
  /** One or two, in the order they are printed. */
  languages: readonly PosterLanguage[]
  /** The counter the poster hangs at; null for the shop's own. */
  counterId: string | null
}

/** A shop's counters; they belong to a slice that builds on this one. */
export type CountersOf = (db: Pick<Tx, 'selectFrom'>, shopId: string) => Promise<readonly { id: string; name: string }[]>

/**
 * A page to print with the shop's QR code, as a PDF, and the note that it was made. Refuses with `forbidden` for a foreign shop,
 * `counter_not_found`, and `unprintable_name` where the shop's name has letters that no face of ours has.
 */
export async function makePoster(
  deps: Deps,
  caller: SignedIn,
  wish: PosterWish,
  countersOf: CountersOf,
): Promise<{ pdf: Buffer; fileName: string }> {
  const shop = await shopForDesk(deps.db, caller, wish.shopId)
  const counter = wish.counterId === null ? null : (await countersOf(deps.db, shop.id)).find(({ id }) => id === wish.counterId)
  if (counter === undefined) throw new Refusal('counter_not_found')

  const now = deps.clock.now()
  const path = paths.scanned(shop.id, counter?.id ?? null)
  const { name, place, fee, refundOnLeave, mall } = shop
  const pdf = await press({
    size: wish.size,
    languages: wish.languages,
    link: deps.config.publicUrl.origin + path,
    now,
    facts: {
      shop: { name, place, fee, refundOnLeave },
      mallTitle: mall.title,
      counter: counter?.name ?? null,
      address: deps.config.publicUrl.host + paths.welcome(shop.id),
      day: { en: dayIn('en-IN', now, mall.timeZone), hi: dayIn('hi-IN-u-nu-latn', now, mall.timeZone) },
    },
  })
  if (pdf === null) throw new Refusal('unprintable_name')
  await transaction(deps.db, (tx) => store.noteQrMade(tx, shop.id, now))
  return { pdf, fileName: `poster-${shop.id}-${wish.size}.pdf` }
}

const dayIn = (locale: string, now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(now)

/** Notes that a code of the shop was saved as a picture: a poster is not the only way to the door. Refuses with `forbidden` and as `shopById` does. */
export async function noteCodeSaved(deps: Deps, caller: SignedIn, shopId: string): Promise<void> {
  const shop = await shopForDesk(deps.db, caller, shopId)
  await transaction(deps.db, (tx) => store.noteQrMade(tx, shop.id, deps.clock.now()))
}
