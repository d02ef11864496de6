import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { Tenant } from './db/tenant.ts'

/** A verified shopper, known by the cookie. */
export interface Shopper {
  mobile: string
}

/** The caller of a request. Both may be known; the call's policy says which one counts. */
export interface Caller {
  account: SignedIn | null
  shopper: Shopper | null
}

/**
 * A signed-in account as requests and sockets carry it, identified by one of its sessions. `tenant` limits the rows that it may see
 * (null: all rows). `from` is the keyed hash of the address that it calls from; the audit records it.
 */
export type AccountCaller = SignedIn & { sessionId: string; tenant: Tenant | null; from: string }

/** A caller as requests and sockets carry it. */
export interface SessionCaller extends Caller {
  account: AccountCaller | null
}
