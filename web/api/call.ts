import type { RefusalCode } from '../../contract/errors.ts'

/** What can go wrong on the way, beside the server's own refusals. */
export type FailureCode = RefusalCode | 'offline' | 'timeout' | 'unreadable'

/** A call that did not succeed, in one shape for both wings: what the server refused, or that it could not be reached. */
export class CallFailure extends Error {
  readonly code: FailureCode
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
  /** Field name on the wire → sentence; empty where no field is to blame. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before the next try, where the server says so. */
  readonly retryAfter: number | null
  /** True where no answer came: what was sent may or may not have arrived. */
  readonly offline: boolean
  /** The second step of a sign-in (`totp_required`, `password_change_required`); null elsewhere. */
  readonly challenge: string | null
  /** What an authenticator app needs to enrol, at the first sign-in that asks for it; null elsewhere. */
  readonly enrol: { readonly secret: string; readonly url: string } | null

  constructor(facts: {
    code: FailureCode
    message: string
    status?: number
    fields?: Record<string, string>
    retryAfter?: number | null
    offline?: boolean
    challenge?: string | null
    enrol?: { secret: string; url: string } | null
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
  }
}

export interface CallOptions<T> {
  /** Sent as JSON; a POST without one sends `{}`, because a cookie POST must be JSON. */
  body?: unknown
  /** Query values; null and undefined are left out. */
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  /** Milliseconds until the call counts as lost. Default 15 000. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Turns the wire's words into ours (a Zod codec in the console wing); without it the answer is taken as it is. */
  decode?: (wire: unknown) => T
  /** Field names of the wire in our words, for the field errors of a refusal. */
  fieldNames?: Readonly<Record<string, string>>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Call = <T>(method: Method, path: string, options?: CallOptions<T>) => Promise<T>

const DEFAULT_TIMEOUT_MS = 15_000

/**
 * Makes the one function through which a wing talks to the server. `bearer` is asked for the session token at every call;
 * the shopper wing passes none, its cookie goes along by itself. The promise rejects with a `CallFailure` and with nothing else,
 * except with the caller's own abort reason.
 */
export function caller(bearer?: () => string | null): Call {
  return async <T>(method: Method, path: string, options: CallOptions<T> = {}): Promise<T> => {
    const headers: Record<string, string> = { accept: 'application/json' }
    const token = bearer?.() ?? null
    if (token !== null) headers.authorization = `Bearer ${token}`
    const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' }
    if (method === 'POST' || method === 'PUT') {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(options.body ?? {})
    }
    const lost = new AbortController()
    const timer = setTimeout(() => lost.abort(), options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const giveUp = () => lost.abort()
    options.signal?.addEventListener('abort', giveUp)
    init.signal = lost.signal
    try {
      const response = await fetch(path + queryText(options.query), init)
      const wire = await readJson(response)
      if (!response.ok) throw refused(response, wire, options.fieldNames ?? {})
      // The contract is the promise here: without `decode` nothing is checked at run time, to keep Zod out of the shopper wing.
      return options.decode ? options.decode(wire) : (wire as T)
    } catch (error) {
      if (error instanceof CallFailure) throw error
      if (options.signal?.aborted) throw options.signal.reason
      // `fetch` rejects with a TypeError for everything between "no network" and "connection reset".
      if (lost.signal.aborted) throw new CallFailure({ code: 'timeout', message: 'The server did not answer in time.', offline: true })
      if (error instanceof TypeError) throw new CallFailure({ code: 'offline', message: 'There is no connection.', offline: true })
      throw new CallFailure({ code: 'unreadable', message: 'The answer could not be read.' })
    } finally {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', giveUp)
    }
  }
}

function queryText(query: CallOptions<unknown>['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page, for example: the status says more than its text.
    if (!response.ok) return null
    throw new CallFailure({ code: 'unreadable', message: 'The answer could not be read.', status: response.status })
  }
}

/** The failure that an answer other than 2xx stands for. */
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
