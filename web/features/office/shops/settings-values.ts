import type { ShopSettings } from '#contract/shops/shapes.ts'

/** From and to as a time field shows them, `HH:MM`. Midnight as an end is `00:00` here. */
export interface Hours {
  from: string
  to: string
}

/** The settings as the form holds them: money in rupees, and all numbers as typed text. */
export interface SettingsValues {
  baseFee: string
  extra: string
  minutesPerTicket: string
  headStartMinutes: string
  countdownSeconds: string
  graceMinutes: string
  refundOnLeave: boolean
  place: string
  supportContact: string
  usualWaitMinutes: string
  anyHour: boolean
  /** Seven days, Sunday first; no hours means closed. */
  week: Hours[][]
  exceptions: { day: string; hours: Hours[] }[]
  hasEditor: boolean
  editorName: string
  editorMobile: string
  editorEmail: string
}

/** The initial hours of a day that becomes open. */
export const usualHours: Hours = { from: '10:00', to: '22:00' }

const spanOf = ({ from, to }: Hours): [string, string] => [from, to === '00:00' ? '24:00' : to]
const hoursOf = ([from, to]: readonly [string, string]): Hours => ({ from, to: to === '24:00' ? '00:00' : to })
const spoken = (paise: number) => (paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2))

/** Typed rupees in paise; null if the text is not an amount of at most ₹1,00,000. */
export function paiseOf(text: string): number | null {
  const trimmed = text.trim()
  if (!/^\d{1,6}(?:\.\d{1,2})?$/.test(trimmed)) return null
  const paise = Math.round(Number(trimmed) * 100)
  return paise <= 10_000_000 ? paise : null
}

/** True for a whole number between the bounds. */
export const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** The settings as the form shows them. */
export function valuesOf(settings: ShopSettings): SettingsValues {
  return {
    baseFee: spoken(settings.baseFeePaise),
    extra: spoken(settings.extraPaise),
    minutesPerTicket: String(settings.minutesPerTicket),
    headStartMinutes: String(settings.headStartMinutes),
    countdownSeconds: String(settings.countdownSeconds),
    graceMinutes: String(settings.graceMinutes),
    refundOnLeave: settings.refundOnLeave,
    place: settings.place,
    supportContact: settings.supportContact ?? '',
    usualWaitMinutes: settings.usualWaitMinutes === null ? '' : String(settings.usualWaitMinutes),
    anyHour: settings.openingHours === null,
    week: settings.openingHours?.map((spans) => spans.map(hoursOf)) ?? Array.from({ length: 7 }, () => [usualHours]),
    exceptions: settings.exceptions.map(({ day, spans }) => ({ day, hours: spans.map(hoursOf) })),
    hasEditor: settings.editor !== null,
    editorName: settings.editor?.name ?? '',
    editorMobile: settings.editor?.mobile ?? '',
    editorEmail: settings.editor?.email ?? '',
  }
}

/** The settings of a valid form. */
export function settingsOf(values: SettingsValues): ShopSettings {
  return {
    baseFeePaise: paiseOf(values.baseFee) ?? 0,
    extraPaise: paiseOf(values.extra) ?? 0,
    minutesPerTicket: Number(values.minutesPerTicket),
    headStartMinutes: Number(values.headStartMinutes),
    countdownSeconds: Number(values.countdownSeconds),
    graceMinutes: Number(values.graceMinutes),
    refundOnLeave: values.refundOnLeave,
    place: values.place.trim(),
    supportContact: values.supportContact.trim() === '' ? null : values.supportContact.trim(),
    usualWaitMinutes: values.usualWaitMinutes.trim() === '' ? null : Number(values.usualWaitMinutes),
    openingHours: values.anyHour ? null : values.week.map((day) => day.map(spanOf)),
    exceptions: values.exceptions.map(({ day, hours }) => ({ day, spans: hours.map(spanOf) })),
    editor: values.hasEditor
      ? { name: values.editorName.trim(), mobile: values.editorMobile.trim(), email: values.editorEmail.trim() }
      : null,
  }
}
