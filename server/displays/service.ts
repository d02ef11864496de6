import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { Display } from '#contract/displays/displays.ts'
import { recordChange } from '#server/audit/service.ts'
import { type Reader, type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { keepPicture, keepSound, preparePicture, prepareSound } from '#server/media/service.ts'
import { announce } from '#server/outbox/announce.ts'
import { onlyShopOf, type Shop, shopById, shopForDesk } from '#server/shops/service.ts'
import * as store from './store.ts'

type Content = Omit<Display, 'shopId'>
/** A part that is absent stays. */
export type DisplayChange = { [Part in keyof Content]?: Content[Part] | undefined }

/** A shop without a banner shows its own name and its first letter. */
export async function displayOf(db: Reader, shop: Pick<Shop, 'id' | 'name'>): Promise<Display> {
  return (
    (await store.displayOf(db, shop.id)) ?? { shopId: shop.id, ...untouched, slidingText: shop.name, largeLetter: [...shop.name][0] ?? '' }
  )
}

const untouched = { backgroundImage: null, imageAlt: '', passText: 'Royal Pass', audio: null } as const

/** Refuses as `shopById` does. */
export const readDisplay = async (db: Reader, shopId: string): Promise<Display> => displayOf(db, await shopById(db, shopId))

/** Creates or replaces the banner; open displays are told. */
export async function putDisplay(
  tx: Tx,
  now: Date,
  shop: { id: string; mallId: string },
  content: Omit<Content, keyof typeof untouched> & Partial<Content>,
): Promise<void> {
  const whole = { ...untouched, ...content }
  await store.putDisplay(tx, shop, whole, whole, now)
  announce(tx, now, { kind: 'display.changed', shopId: shop.id })
}

/**
 * Without an id, changes the display of the caller's only shop. Open displays change automatically. Refuses with `forbidden`,
 * `shop_required`, `bad_picture`, `bad_sound`, or as `shopById` does.
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
    const quota = { mallId: shop.mall.id, limits: deps.config.limits }
    if (picture) changed.backgroundImage = await keepPicture(tx, now, picture, quota)
    if (sound) changed.audio = await keepSound(tx, now, sound, quota)
    const { shopId: _shopId, ...before } = await displayOf(tx, shop)
    await store.putDisplay(tx, { id, mallId: shop.mall.id }, { ...before, ...given(changed) }, given(changed), now)
    const detail = { fields: Object.keys(given(changed)) }
    await recordChange(tx, now, caller, { action: 'display.changed', mallId: shop.mall.id, subject: id, detail })
    announce(tx, now, { kind: 'display.changed', shopId: id })
    return { ...(await displayOf(tx, shop)), message: 'Updated Successfully!' }
  })
}

/**
 * As `saveDisplay`, for the shop in the address of the call. A body that names a different shop is refused; one of another tenant, with
 * `forbidden`.
 */
export async function changeDisplay(
  deps: Deps,
  caller: SignedIn,
  shopId: string,
  named: string | undefined,
  change: DisplayChange,
): Promise<Display & { message: string }> {
  if (named !== undefined && named !== shopId) {
    await shopForDesk(deps.db, caller, named)
    throw new Refusal('invalid_input', { sentence: 'The address and the form name different shops.' })
  }
  return saveDisplay(deps, caller, shopId, change)
}

/** The parts that are not undefined. */
const given = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as { [Key in keyof T]: Exclude<T[Key], undefined> }

export const displayFilesInUse = store.addressesInUse
