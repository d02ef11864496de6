import type { SignedIn } from '../../contract/accounts.ts'
import type { Display } from '../../contract/displays.ts'
import { Refusal } from '../../contract/errors.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { keepPicture, keepSound, preparePicture, prepareSound } from '../media/service.ts'
import { announce } from '../outbox/announce.ts'
import { onlyShopOf, type Shop, shopById, shopForDesk } from '../shops/service.ts'
import * as store from './store.ts'

type Content = Omit<Display, 'shopId'>
/** What of a display changes; what is absent stays. */
export type DisplayChange = { [Part in keyof Content]?: Content[Part] | undefined }

/** A shop's banner. A shop that has set none shows its own name and its first letter. */
export async function displayOf(db: Pick<Tx, 'selectFrom'>, shop: Pick<Shop, 'id' | 'name'>): Promise<Display> {
  const row = await store.displayOf(db, shop.id)
  if (!row) return { shopId: shop.id, ...untouched, slidingText: shop.name, largeLetter: [...shop.name][0] ?? '' }
  return {
    shopId: row.shop_id,
    backgroundImage: row.background_image,
    imageAlt: row.image_alt,
    slidingText: row.sliding_text,
    largeLetter: row.large_letter,
    passText: row.pass_text,
    audio: row.audio,
  }
}

const untouched = { backgroundImage: null, imageAlt: '', passText: 'Royal Pass', audio: null } as const

/** The banner by shop id; refuses as `shopById` does. */
export const readDisplay = async (db: Pick<Tx, 'selectFrom'>, shopId: string): Promise<Display> => displayOf(db, await shopById(db, shopId))

/** Creates or replaces a shop's banner in the caller's transaction; open displays hear of it. */
export async function putDisplay(
  tx: Tx,
  now: Date,
  shop: { id: string; mallId: string },
  content: Omit<Content, keyof typeof untouched> & Partial<Content>,
): Promise<void> {
  const whole = rowOf({ ...untouched, ...content })
  await store.putDisplay(tx, shop, whole, whole, now)
  await announce(tx, now, { kind: 'display.changed', shopId: shop.id })
}

/**
 * Changes the banner of a shop that the caller works at; without an id, of the caller's only one. Open displays change by themselves.
 * Refuses with `forbidden`, `shop_required`, `bad_picture`, `bad_sound`, or as `shopById` does.
 */
export async function saveDisplay(
  deps: Deps,
  caller: SignedIn,
  shopId: string | undefined,
  change: DisplayChange,
): Promise<Display & { message: string }> {
  const { id } = shopId === undefined ? await onlyShopOf(deps, caller) : await shopForDesk(deps.db, caller, shopId)
  const { backgroundImage, audio, ...texts } = change
  const picture = backgroundImage === undefined ? undefined : await preparePicture(backgroundImage, 'backgroundImage')
  const sound = audio === undefined ? undefined : prepareSound(audio)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const shop = await shopForDesk(tx, caller, id)
    const changed: DisplayChange = { ...texts }
    if (picture) changed.backgroundImage = await keepPicture(tx, now, picture)
    if (sound) changed.audio = await keepSound(tx, now, sound)
    const { shopId: _shopId, ...before } = await displayOf(tx, shop)
    await store.putDisplay(tx, { id, mallId: shop.mall.id }, rowOf({ ...before, ...given(changed) }), given(rowOf(changed)), now)
    await announce(tx, now, { kind: 'display.changed', shopId: id })
    return { ...(await displayOf(tx, shop)), message: 'Updated Successfully!' }
  })
}

/** The same by the address of the call; a body that names another shop is refused, another tenant's with `forbidden`. */
export async function changeDisplay(
  deps: Deps,
  caller: SignedIn,
  shopId: string,
  named: string | undefined,
  change: DisplayChange,
): Promise<Display & { message: string }> {
  if (named !== undefined && named !== shopId) {
    await shopForDesk(deps.db, caller, named)
    throw new Refusal('invalid_input', { sentence: 'The address names another shop than the form.' })
  }
  return saveDisplay(deps, caller, shopId, change)
}

/** Without the parts that are not there. */
const given = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as { [Key in keyof T]: Exclude<T[Key], undefined> }

const rowOf = <T extends DisplayChange>(display: T) => ({
  background_image: display.backgroundImage as T['backgroundImage'],
  image_alt: display.imageAlt as T['imageAlt'],
  sliding_text: display.slidingText as T['slidingText'],
  large_letter: display.largeLetter as T['largeLetter'],
  pass_text: display.passText as T['passText'],
  audio: display.audio as T['audio'],
})
