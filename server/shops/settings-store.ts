import type { SlotSettings } from '#contract/slots/slots.ts'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import type { DayException, OpeningHours } from './rules.ts'

/** Only the settings that `Shop` does not have. */
export const settingsOf = (db: Reader, shopId: string) =>
  db.selectFrom('shop').select(['baseFeePaise', 'extraPaise']).where('id', '=', shopId).executeTakeFirstOrThrow()

/** Absent settings stay. */
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

/** If `set` has a fee, the fee counts as decided from now on. */
export async function changeSettings(tx: Tx, shopId: string, set: Settings, now: Date): Promise<void> {
  const { promise, openingHours, exceptions, slots, editor, ...plain } = set
  const row = {
    ...plain,
    promiseMinutes: promise === null ? null : promise?.minutes,
    openingHours: openingHours && JSON.stringify(openingHours),
    hoursExceptions: exceptions && JSON.stringify(exceptions),
    slots: slots && JSON.stringify(slots),
    ...(editor === undefined
      ? {}
      : { editorName: editor?.name ?? null, editorMobile: editor?.mobile ?? null, editorEmail: editor?.email ?? null }),
    feeSavedAt: set.baseFeePaise === undefined && set.extraPaise === undefined ? undefined : now,
  }
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await tx.updateTable('shop').set(given).where('id', '=', shopId).execute()
}

export async function firstSteps(db: Reader, shopIds: readonly string[]): Promise<{ hasFee: boolean; hasQr: boolean }> {
  if (shopIds.length === 0) return { hasFee: false, hasQr: false }
  const rows = await db.selectFrom('shop').select(['feeSavedAt', 'qrMadeAt']).where('id', '=', anyOf(shopIds)).execute()
  return { hasFee: rows.some((row) => row.feeSavedAt !== null), hasQr: rows.some((row) => row.qrMadeAt !== null) }
}

export const noteFirstSteps = (tx: Tx, shopId: string, at: Date) =>
  tx.updateTable('shop').set({ feeSavedAt: at, qrMadeAt: at }).where('id', '=', shopId).execute()
