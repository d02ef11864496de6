import type { Method } from '#contract/call.ts'
import { CallFailure, type CallOptions, refused, type SendCall } from './call.ts'

const DEFAULT_TIMEOUT_MS = 15_000

/**
 * `bearer` is asked for the session token at every call. The shopper wing passes none: the browser sends its cookie automatically. The
 * promise rejects only with a `CallFailure`, or with the caller's own abort reason.
 */
export function caller(bearer?: () => string | null): SendCall {
  return async <T>(method: Method, path: string, options: CallOptions<T> = {}): Promise<T> => {
    const headers: Record<string, string> = { accept: 'application/json' }
    const token = bearer?.() ?? null
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (options.key !== undefined) headers['idempotency-key'] = options.key
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
      // Only the contract promises the shape: without `decode` nothing is checked at run time, to keep Zod out of the shopper wing.
      return options.decode ? options.decode(wire, response.headers) : (wire as T)
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
