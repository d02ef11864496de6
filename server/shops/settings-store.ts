import type { SlotSettings } from '#contract/slots/slots.ts'
import { anyOf } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { DayException, OpeningHours } from './rules.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The settings of a shop that `Shop` does not have. */
export const settingsOf = (db: Reader, shopId: string) =>
  db.selectFrom('shop').select(['base_fee_paise', 'extra_paise']).where('id', '=', shopId).executeTakeFirstOrThrow()

/** The settings that an owner changes; absent ones stay. */
export interface Settings {
  baseFeePaise?: number | undefined
  extraPaise?: number | undefined
  minutesPerTicket?: number | undefined
  headStartMinutes?: number | undefined
  countdownSeconds?: number | undefined
  graceMinutes?: number | undefined
  refundOnLeave?: boolean | undefined
  staffRefundLimitPaise?: number | undefined
  promise?: { minutes: number } | null | undefined
  place?: string | undefined
  supportContact?: string | null | undefined
  usualWaitMinutes?: number | null | undefined
  openingHours?: OpeningHours | undefined
  exceptions?: DayException[] | undefined
  slots?: SlotSettings | null | undefined
  editor?: { name: string; mobile: string; email: string } | null | undefined
}

/** Changes a shop's settings. If they include a fee, the fee counts as decided from now on. */
export async function changeSettings(tx: Tx, shopId: string, set: Settings, now: Date): Promise<void> {
  const row = {
    base_fee_paise: set.baseFeePaise,
    extra_paise: set.extraPaise,
    minutes_per_ticket: set.minutesPerTicket,
    head_start_minutes: set.headStartMinutes,
    countdown_seconds: set.countdownSeconds,
    grace_minutes: set.graceMinutes,
    refund_on_leave: set.refundOnLeave,
    staff_refund_limit_paise: set.staffRefundLimitPaise,
    promise_minutes: set.promise === null ? null : set.promise?.minutes,
    place: set.place,
    support_contact: set.supportContact,
    usual_wait_minutes: set.usualWaitMinutes,
    opening_hours: set.openingHours === undefined || set.openingHours === null ? set.openingHours : JSON.stringify(set.openingHours),
    hours_exceptions: set.exceptions && JSON.stringify(set.exceptions),
    slots: set.slots && JSON.stringify(set.slots),
    ...(set.editor === undefined
      ? {}
      : { editor_name: set.editor?.name ?? null, editor_mobile: set.editor?.mobile ?? null, editor_email: set.editor?.email ?? null }),
    fee_saved_at: set.baseFeePaise === undefined && set.extraPaise === undefined ? undefined : now,
  }
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await tx.updateTable('shop').set(given).where('id', '=', shopId).execute()
}

/** Which of a new owner's first steps at these shops are done: a fee saved, a code made. */
export async function firstSteps(db: Reader, shopIds: readonly string[]): Promise<{ hasFee: boolean; hasQr: boolean }> {
  if (shopIds.length === 0) return { hasFee: false, hasQr: false }
  const rows = await db.selectFrom('shop').select(['fee_saved_at', 'qr_made_at']).where('id', '=', anyOf(shopIds)).execute()
  return { hasFee: rows.some((row) => row.fee_saved_at !== null), hasQr: rows.some((row) => row.qr_made_at !== null) }
}

/** Records that a shop's fee was decided and its code was made. */
export const noteFirstSteps = (tx: Tx, shopId: string, at: Date) =>
  tx.updateTable('shop').set({ fee_saved_at: at, qr_made_at: at }).where('id', '=', shopId).execute()
