import type { SignedIn } from '#contract/accounts/accounts.ts'
import { changesIn, recordChange } from '#server/audit/service.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { announce } from '#server/outbox/announce.ts'
import { keepShop, type Shop, shopForDesk } from './service.ts'
import * as store from './settings-store.ts'

export type { Settings } from './settings-store.ts'

/** The service promise of a shop, as its settings and its first screen show it; null if it promises nothing. */
export const promiseOf = ({ promiseMinutes }: Shop) => (promiseMinutes === null ? null : { minutes: promiseMinutes, refund: true as const })

export async function settingsOf(db: Reader, shop: Shop) {
  const { baseFeePaise, extraPaise } = await store.settingsOf(db, shop.id)
  return {
    shopId: shop.id,
    name: shop.name,
    mallId: shop.mall.id,
    baseFeePaise,
    extraPaise,
    taxBasisPoints: shop.mall.gstin === null ? null : shop.mall.gstBasisPoints,
    totalPaise: shop.fee.totalPaise,
    minutesPerTicket: shop.minutesPerTicket,
    headStartMinutes: shop.headStartMinutes,
    countdownSeconds: shop.countdownSeconds,
    graceMinutes: shop.graceMinutes,
    refundOnLeave: shop.refundOnLeave,
    staffRefundLimitPaise: shop.staffRefundLimitPaise,
    promise: promiseOf(shop),
    place: shop.place,
    supportContact: shop.supportContact,
    usualWaitMinutes: shop.usualWaitMinutes,
    openingHours: shop.openingHours,
    exceptions: shop.exceptions,
    slots: shop.slots,
    editor: shop.editor,
  }
}

/** Settings whose values the audit records; contacts of people are not among them. */
const TOLD = [
  'baseFeePaise',
  'extraPaise',
  'minutesPerTicket',
  'headStartMinutes',
  'countdownSeconds',
  'refundOnLeave',
  'staffRefundLimitPaise',
  'promise',
  'place',
] as const

/**
 * Changes a shop's settings in the caller's transaction; open screens are told. Orders that are open already keep their price. Refuses with
 * `forbidden` and as `shopById` does.
 */
export async function changeSettings(tx: Tx, now: Date, caller: SignedIn, shopId: string, set: store.Settings): Promise<void> {
  const shop = await shopForDesk(tx, caller, shopId)
  await keepShop(tx, shop.id)
  const before: Readonly<Record<string, unknown>> = await settingsOf(tx, shop)
  await store.changeSettings(tx, shop.id, set, now)
  // the form sends all of its fields, so only changed ones are recorded
  const fields = Object.entries(set).flatMap(([field, value]) =>
    value === undefined || JSON.stringify(value) === JSON.stringify(before[field]) ? [] : [field],
  )
  const was: Readonly<Record<string, unknown>> = { ...before, promise: shop.promiseMinutes }
  const changes = changesIn(was, { ...set, promise: set.promise === null ? null : set.promise?.minutes }, TOLD)
  const change = { action: 'shop.settings-changed', mallId: shop.mall.id, subject: shop.id, detail: { fields, changes } } as const
  await recordChange(tx, now, caller, change)
  announce(tx, now, { kind: 'shop.changed', shopId: shop.id })
}

/** Which of a new owner's first steps at these shops are done: a fee saved (free counts), a code made for print. */
export const firstStepsAt = store.firstSteps

/** Sets the usual wait that a shop states for its billing queue, in the caller's transaction. */
export const noteUsualWait = (tx: Tx, shopId: string, usualWaitMinutes: number, now: Date): Promise<void> =>
  store.changeSettings(tx, shopId, { usualWaitMinutes }, now)

/** Sets the opening hours of a shop and how it offers slots, in the caller's transaction. */
export const noteSlots = (
  tx: Tx,
  shopId: string,
  set: Required<Pick<store.Settings, 'openingHours' | 'slots'>>,
  now: Date,
): Promise<void> => store.changeSettings(tx, shopId, set, now)

/** Records in the caller's transaction that these steps are done, for a shop that is created with a fee and a code. */
export const noteFirstSteps = store.noteFirstSteps
