import { mobileIn, plainDigits, trimmed } from '#contract/base/typed.ts'
import type { ShopSettings } from '#contract/shops/shapes.ts'
import { paiseIn, rupeesOf } from '#web/forms/typed-rupees.ts'

/** As a time field shows them, `HH:MM`. Midnight as an end is `00:00` here. */
export interface Hours {
  from: string
  to: string
}

/** Money in rupees, and all numbers as typed text. */
export interface SettingsValues {
  baseFee: string
  extra: string
  minutesPerTicket: string
  headStartMinutes: string
  countdownSeconds: string
  graceMinutes: string
  refundOnLeave: boolean
  staffRefundLimit: string
  /** Minutes; blank for none. */
  promise: string
  place: string
  supportContact: string
  usualWaitMinutes: string
  anyHour: boolean
  /** Seven days, Sunday first; no hours means closed. */
  week: Hours[][]
  exceptions: { day: string; hours: Hours[] }[]
  hasSlots: boolean
  slotMinutes: string
  slotCapacity: string
  slotDaysAhead: string
  slotMoveUntil: string
  hasEditor: boolean
  editorName: string
  editorMobile: string
  editorEmail: string
}

/** What the form offers when slots are switched on. */
const usualSlots = { minutes: 15, capacity: 6, daysAhead: 7, moveUntilMinutes: 15 }

/** The initial hours of a day that becomes open. */
export const usualHours: Hours = { from: '10:00', to: '22:00' }

const spanOf = ({ from, to }: Hours): [string, string] => [from, to === '00:00' ? '24:00' : to]
const hoursOf = ([from, to]: readonly [string, string]): Hours => ({ from, to: to === '24:00' ? '00:00' : to })

/** ₹1,00,000. */
const MOST_PAISE = 10_000_000

/** In paise; null if the text is not an amount, or too large. */
export function amountIn(text: string): number | null {
  const paise = paiseIn(text)
  return paise !== null && paise <= MOST_PAISE ? paise : null
}

export const numberIn = (text: string): number => Number(trimmed(plainDigits(text)))

export const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,6}$/.test(trimmed(plainDigits(text))) && numberIn(text) >= least && numberIn(text) <= most

export function valuesOf(settings: ShopSettings): SettingsValues {
  const slots = settings.slots ?? usualSlots
  return {
    baseFee: rupeesOf(settings.baseFeePaise),
    extra: rupeesOf(settings.extraPaise),
    minutesPerTicket: String(settings.minutesPerTicket),
    headStartMinutes: String(settings.headStartMinutes),
    countdownSeconds: String(settings.countdownSeconds),
    graceMinutes: String(settings.graceMinutes),
    refundOnLeave: settings.refundOnLeave,
    staffRefundLimit: rupeesOf(settings.staffRefundLimitPaise),
    promise: settings.promise === null ? '' : String(settings.promise.minutes),
    place: settings.place,
    supportContact: settings.supportContact ?? '',
    usualWaitMinutes: settings.usualWaitMinutes === null ? '' : String(settings.usualWaitMinutes),
    anyHour: settings.openingHours === null,
    week: settings.openingHours?.map((spans) => spans.map(hoursOf)) ?? Array.from({ length: 7 }, () => [usualHours]),
    exceptions: settings.exceptions.map(({ day, spans }) => ({ day, hours: spans.map(hoursOf) })),
    hasSlots: settings.slots !== null,
    slotMinutes: String(slots.minutes),
    slotCapacity: String(slots.capacity),
    slotDaysAhead: String(slots.daysAhead),
    slotMoveUntil: String(slots.moveUntilMinutes),
    hasEditor: settings.editor !== null,
    editorName: settings.editor?.name ?? '',
    editorMobile: settings.editor?.mobile ?? '',
    editorEmail: settings.editor?.email ?? '',
  }
}

export function settingsOf(values: SettingsValues): ShopSettings {
  return {
    baseFeePaise: amountIn(values.baseFee) ?? 0,
    extraPaise: amountIn(values.extra) ?? 0,
    minutesPerTicket: numberIn(values.minutesPerTicket),
    headStartMinutes: numberIn(values.headStartMinutes),
    countdownSeconds: numberIn(values.countdownSeconds),
    graceMinutes: numberIn(values.graceMinutes),
    refundOnLeave: values.refundOnLeave,
    staffRefundLimitPaise: amountIn(values.staffRefundLimit) ?? 0,
    promise: trimmed(values.promise) === '' ? null : { minutes: numberIn(values.promise), refund: true },
    place: trimmed(values.place),
    supportContact: trimmed(values.supportContact) || null,
    usualWaitMinutes: trimmed(values.usualWaitMinutes) === '' ? null : numberIn(values.usualWaitMinutes),
    openingHours: values.anyHour ? null : values.week.map((day) => day.map(spanOf)),
    exceptions: values.exceptions.map(({ day, hours }) => ({ day, spans: hours.map(spanOf) })),
    slots: values.hasSlots
      ? {
          minutes: numberIn(values.slotMinutes),
          capacity: numberIn(values.slotCapacity),
          daysAhead: numberIn(values.slotDaysAhead),
          moveUntilMinutes: numberIn(values.slotMoveUntil),
        }
      : null,
    editor: values.hasEditor
      ? { name: values.editorName.trim(), mobile: mobileIn(values.editorMobile), email: values.editorEmail.trim() }
      : null,
  }
}
