import { z } from 'zod'
import { travelsOpen } from './addresses.ts'

/** Each of these kinds of messages must have its template. */
const needed = ['otp', 'token', 'call', 'refund'] as const
/**
 * Without its template, a promise, a reminder, a waitlist message, a mistaken call or a refund in cash is only on the shopper's page.
 * Without one, a booking uses the template of tokens, and a part of a refund that of refunds.
 */
const optional = ['promise', 'reminder', 'space', 'booking', 'part', 'mistake', 'collect'] as const

/** The account's key and one registered (DLT) template per kind of message. */
export interface Msg91Settings {
  authKey: string
  templates: Readonly<Record<(typeof needed)[number], string> & Partial<Record<(typeof optional)[number], string>>>
  /** The address of its API; tests use another one. */
  url: string
}

type Kind = keyof Msg91Settings['templates']
type Name = 'MSG91_AUTH_KEY' | 'MSG91_URL' | `MSG91_TEMPLATE_${Uppercase<Kind>}`
type Settings = { [N in Name]?: string | undefined }

const nameOf = <K extends Kind>(kind: K) => `MSG91_TEMPLATE_${kind.toUpperCase() as Uppercase<K>}` as const
const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsAbsent, z.string().optional())

export const smsSettings = {
  MSG91_AUTH_KEY: text,
  MSG91_TEMPLATE_OTP: text,
  MSG91_TEMPLATE_TOKEN: text,
  MSG91_TEMPLATE_CALL: text,
  MSG91_TEMPLATE_REFUND: text,
  MSG91_TEMPLATE_PROMISE: text,
  MSG91_TEMPLATE_REMINDER: text,
  MSG91_TEMPLATE_SPACE: text,
  MSG91_TEMPLATE_BOOKING: text,
  MSG91_TEMPLATE_PART: text,
  MSG91_TEMPLATE_MISTAKE: text,
  MSG91_TEMPLATE_COLLECT: text,
  MSG91_URL: z.preprocess(blankIsAbsent, z.url({ protocol: /^https?$/, error: 'MSG91_URL must be a full address' }).optional()),
}

export function smsProblems(e: Settings, production: boolean): string[] {
  const problems: string[] = []
  if (production && travelsOpen(e.MSG91_URL))
    problems.push('MSG91_URL must start with https:// in production: over http, codes can be read on the way')
  if (production && !e.MSG91_AUTH_KEY) problems.push('there is no sender for one-time passcodes: MSG91_AUTH_KEY is missing')
  if (!e.MSG91_AUTH_KEY) return problems
  problems.push(...needed.flatMap((kind) => (e[nameOf(kind)] ? [] : [`${nameOf(kind)} is missing`])))
  if (!production) problems.push('MSG91_AUTH_KEY sends real messages; demo mode must not')
  return problems
}

/** Null without the key of MSG91. Call it after `smsProblems` found nothing. */
export function smsFrom(e: Settings): Msg91Settings | null {
  if (!e.MSG91_AUTH_KEY) return null
  const [otp = '', token = '', call = '', refund = ''] = needed.map((kind) => e[nameOf(kind)])
  const more = Object.fromEntries(optional.flatMap((kind) => (e[nameOf(kind)] ? [[kind, e[nameOf(kind)]]] : [])))
  return { authKey: e.MSG91_AUTH_KEY, templates: { otp, token, call, refund, ...more }, url: e.MSG91_URL ?? 'https://control.msg91.com' }
}
