import type { SignedIn } from '../../contract/accounts.ts'
import { recordChange } from '../audit/service.ts'
import type { Tx } from '../db/transaction.ts'
import { announce } from '../outbox/announce.ts'
import { keepShop, type Shop, shopForDesk } from './service.ts'
import * as store from './settings-store.ts'

export type { Settings } from './settings-store.ts'

/** What is set of a shop, for who manages it. */
export async function settingsOf(db: Pick<Tx, 'selectFrom'>, shop: Shop) {
  const { base_fee_paise, extra_paise } = await store.settingsOf(db, shop.id)
  return {
    shopId: shop.id,
    name: shop.name,
    mallId: shop.mall.id,
    baseFeePaise: base_fee_paise,
    extraPaise: extra_paise,
    taxBasisPoints: shop.mall.gstin === null ? null : shop.mall.gstBasisPoints,
    totalPaise: shop.fee.totalPaise,
    minutesPerTicket: shop.minutesPerTicket,
    headStartMinutes: shop.headStartMinutes,
    countdownSeconds: shop.countdownSeconds,
    refundOnLeave: shop.refundOnLeave,
    place: shop.place,
    supportContact: shop.supportContact,
    openingHours: shop.openingHours,
    exceptions: shop.exceptions,
    editor: shop.editor,
  }
}

/**
 * Changes a shop's settings in the caller's transaction; open screens hear of it. What is being paid already keeps its price. Refuses with
 * `forbidden` and as `shopById` does.
 */
export async function changeSettings(tx: Tx, now: Date, caller: SignedIn, shopId: string, set: store.Settings): Promise<void> {
  const shop = await shopForDesk(tx, caller, shopId)
  await keepShop(tx, shop.id)
  await store.changeSettings(tx, shop.id, set, now)
  const fields = Object.entries(set).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  await recordChange(tx, now, caller, { action: 'shop.settings-changed', mallId: shop.mall.id, subject: shop.id, detail: { fields } })
  await announce(tx, now, { kind: 'shop.changed', shopId: shop.id })
}

/** Which of a new owner's first steps at these shops are done: a fee saved (free counts), a code made for print. */
export const firstStepsAt = store.firstSteps

/** Notes in the caller's transaction that these steps are done at a shop that comes with a fee and a code. */
export const noteFirstSteps = store.noteFirstSteps
