import type { RefusalCode } from '#contract/base/errors.ts'
import type { Method } from '#contract/call.ts'

export type FailureCode = RefusalCode | 'offline' | 'timeout' | 'unreadable'

export interface NearSlot {
  readonly id: string
  readonly startsAt: string
}

/** One shape for both wings: what the server refused, or that it could not be reached. */
export class CallFailure extends Error {
  readonly code: FailureCode
  /** HTTP status; 0 if there was no answer. */
  readonly status: number
  /** Field name on the wire → sentence; empty if no field is wrong. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before the next try, if the server says so. */
  readonly retryAfter: number | null
  /** True if no answer came: it is unknown whether the request arrived. */
  readonly offline: boolean
  /** The second step of a sign-in (`totp_required`, `password_change_required`). */
  readonly challenge: string | null
  /** What an authenticator app needs to enrol, at the first sign-in that asks for it. */
  readonly enrol: { readonly secret: string; readonly url: string } | null
  /** What it costs now (`price_changed`). */
  readonly amountPaise: number | null
  /** The nearest slot with space (`slot_full`). */
  readonly nearest: NearSlot | null
  /** One of which the call must name (`several_gstins`). */
  readonly gstins: readonly string[]

  constructor(facts: {
    code: FailureCode
    message: string
    status?: number
    fields?: Record<string, string>
    retryAfter?: number | null
    offline?: boolean
    challenge?: string | null
    enrol?: { secret: string; url: string } | null
    amountPaise?: number | null
    nearest?: NearSlot | null
    gstins?: readonly string[]
  }) {
    super(facts.message)
    this.name = 'CallFailure'
    this.code = facts.code
    this.status = facts.status ?? 0
    this.fields = facts.fields ?? {}
    this.retryAfter = facts.retryAfter ?? null
    this.offline = facts.offline ?? false
    this.challenge = facts.challenge ?? null
    this.enrol = facts.enrol ?? null
    this.amountPaise = facts.amountPaise ?? null
    this.nearest = facts.nearest ?? null
    this.gstins = facts.gstins ?? []
  }
}

export interface CallOptions<T> {
  /** Sent as JSON; a POST without one sends `{}`, because a cookie POST must be JSON. */
  body?: unknown
  /** Query values; null and undefined are left out. */
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  /** Milliseconds until the call counts as lost. Default 15 000. */
  timeoutMs?: number
  /** Sent as the `Idempotency-Key` of a POST that may be made again. */
  key?: string
  signal?: AbortSignal
  /** Turns the wire format into ours (a Zod codec in the console wing); without it the answer is returned as it is. */
  decode?: (wire: unknown, headers: Headers) => T
  /** Field name on the wire → our name, for the field errors of a refusal. */
  fieldNames?: Readonly<Record<string, string>>
}

export type SendCall = <T>(method: Method, path: string, options?: CallOptions<T>) => Promise<T>

/** The failure for an answer other than 2xx. */
export function refused(response: Response, wire: unknown, fieldNames: Readonly<Record<string, string>>): CallFailure {
  const answer = typeof wire === 'object' && wire !== null ? (wire as Record<string, unknown>) : {}
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new CallFailure({
    code: (typeof answer.code === 'string' ? answer.code : codeOfStatus(response.status)) as FailureCode,
    message: typeof answer.message === 'string' ? answer.message : 'Something went wrong',
    status: response.status,
    fields: isTexts(answer.fields) ? named(answer.fields, fieldNames) : {},
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    challenge: typeof answer.challenge === 'string' ? answer.challenge : null,
    enrol: isTexts(answer.enrol) ? { secret: answer.enrol.secret ?? '', url: answer.enrol.url ?? '' } : null,
    amountPaise: typeof answer.amountPaise === 'number' ? answer.amountPaise : null,
    nearest: isTexts(answer.nearest) ? { id: answer.nearest.id ?? '', startsAt: answer.nearest.startsAt ?? '' } : null,
    gstins: Array.isArray(answer.gstins) ? answer.gstins.map(String) : [],
  })
}

/** For answers that are not ours, such as a balancer's 502 page. */
function codeOfStatus(status: number): FailureCode {
  if (status === 401) return 'not_signed_in'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  if (status === 429) return 'rate_limited'
  return status >= 502 ? 'unavailable' : 'unexpected'
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
}

const named = (fields: Record<string, string>, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [names[field] ?? field, text]))
