import type { SignedIn } from '#contract/accounts/accounts.ts'
import { changesIn, recordChange } from '#server/audit/service.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { announce } from '#server/outbox/announce.ts'
import { keepShop, type Shop, shopForDesk } from './service.ts'
import * as store from './settings-store.ts'

export type { Settings } from './settings-store.ts'

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

/** Settings whose values the audit records, without contacts of people. */
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

/** Open screens are told. Open orders keep their price. Refuses with `forbidden` and as `shopById` does. */
export async function changeSettings(tx: Tx, now: Date, caller: SignedIn, shopId: string, set: store.Settings): Promise<void> {
  const shop = await shopForDesk(tx, caller, shopId)
  await keepShop(tx, shop.id)
  const before: Readonly<Record<string, unknown>> = await settingsOf(tx, shop)
  await store.changeSettings(tx, shop.id, set, now)
  // the form sends all its fields, so only changed ones are recorded
  const fields = Object.entries(set).flatMap(([field, value]) =>
    value === undefined || JSON.stringify(value) === JSON.stringify(before[field]) ? [] : [field],
  )
  const was: Readonly<Record<string, unknown>> = { ...before, promise: shop.promiseMinutes }
  const changes = changesIn(was, { ...set, promise: set.promise === null ? null : set.promise?.minutes }, TOLD)
  const change = { action: 'shop.settings-changed', mallId: shop.mall.id, subject: shop.id, detail: { fields, changes } } as const
  await recordChange(tx, now, caller, change)
  announce(tx, now, { kind: 'shop.changed', shopId: shop.id })
}

/** True if a fee was saved (free counts), and if a code was made for print. */
export const firstStepsAt = store.firstSteps

export const noteUsualWait = (tx: Tx, shopId: string, usualWaitMinutes: number, now: Date): Promise<void> =>
  store.changeSettings(tx, shopId, { usualWaitMinutes }, now)

export const noteSlots = (
  tx: Tx,
  shopId: string,
  set: Required<Pick<store.Settings, 'openingHours' | 'slots'>>,
  now: Date,
): Promise<void> => store.changeSettings(tx, shopId, set, now)

/** For a shop that is created with a fee and a code. */
export const noteFirstSteps = store.noteFirstSteps
