import type { z } from 'zod'
import type { RefusalCode } from './base/errors.ts'

/**
 * The contract, the permissions, the API reference, the status codes and the typed clients all come from the value of a call. Adding a call
 * touches this value (in the `calls.ts` of the slice that serves it), its story, its route line, its screen and its tests.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Name = `${Method} /api/${string}`

/**
 * Deny by default. `by` says which credential counts: `account` the bearer, `shopper` the cookie, `either` both, `none` neither. A caller
 * with only the other credential is refused with 401. The story that reads the row checks the tenant; `tenant` says how a foreign one is
 * refused (404 private, 403 public).
 */
interface Policy {
  by: 'none' | 'account' | 'shopper' | 'either'
  roles?: readonly ('staff' | 'owner' | 'superadmin')[]
  tenant?: 'private' | 'public'
  /** True for a call about the caller's own account: it reads the password and the sessions, which are outside the wall between tenants. */
  own?: true
  /**
   * A request that another company's page or server makes. No credential of ours counts, and its origin is not checked: the story checks a
   * signature.
   */
  from?: 'elsewhere'
  /** See `server/limits-of-calls.ts`. */
  limit: 'read' | 'write' | 'otp' | 'sign-in' | 'second-step' | 'reset' | 'sign-up' | 'report' | 'webhook'
}

type Tag = 'Accounts' | 'Malls and shops' | 'Verification' | 'Queue' | 'Desk' | 'Payments' | 'The product'

interface Facts extends Policy {
  /** One line for the API reference. */
  about: string
  tag: Tag
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer?: z.ZodType
  /** The status of a success; 200 if absent. */
  status?: 201
  /** By status, if a call has several success statuses: its route chooses one. */
  answers?: Readonly<Record<number, z.ZodType>>
  /** `or` is the media type of some kinds of the file. */
  file?: { type: 'application/pdf' | 'text/csv' | 'text/calendar'; or?: 'application/xml'; about: string }
  /** `refusalsOf` adds the codes that follow from the other facts. */
  refuses: readonly RefusalCode[]
  /**
   * True if the call checks, gives, renews or ends a credential of the caller: a session, a cookie or a second factor. Its response is never
   * kept for an `Idempotency-Key`: a repeated request runs again.
   */
  credential?: true
  /** True if programs do not make this call, such as the reference page itself. */
  hidden?: true
}

export type Call = Facts & { name: Name; method: Method; path: string }

/** Field names are those of the wire; a codec (`z.codec`) translates them into our words if they differ. */
export function call<const N extends Name, const F extends Facts>(name: N, facts: F & NoOther<F>): F & Named<N> {
  const [method, path] = name.split(' ') as [Method, string]
  return { ...facts, name, method, path }
}

/** A misspelt fact does not compile: without its `roles`, a call would be open to every account. */
type NoOther<F> = Record<Exclude<keyof F, keyof Facts>, never>

interface Named<N extends Name> {
  name: N
  method: Method
  path: string
}

/** In the words of the wire; undefined without a schema. */
export type Input<T> = T extends z.ZodType ? z.input<T> : undefined
/** Absent if the call has no such part, and optional if all of the part is. */
export type Given<K extends string, T> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? Partial<Record<K, T>>
    : object extends T
      ? Partial<Record<K, T>>
      : Record<K, T>

export const desk = ['staff', 'owner', 'superadmin'] as const
export const managers = ['owner', 'superadmin'] as const
