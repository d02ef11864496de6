import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { Tenant } from './db/tenant.ts'

export interface Shopper {
  mobile: string
}

/** The account and the shopper may both be known; the call's policy says which one counts. */
export interface Caller {
  account: SignedIn | null
  shopper: Shopper | null
}

/**
 * A signed-in account, identified by one of its sessions. `tenant` limits the rows that it may see (null: all rows). `from` is the keyed
 * hash of its address, for the audit.
 */
export type AccountCaller = SignedIn & { sessionId: string; tenant: Tenant | null; from: string }

/** A caller as requests and sockets carry it. */
export interface SessionCaller extends Caller {
  account: AccountCaller | null
}
