import type { SignedIn } from '../contract/accounts.ts'
import type { Tenant } from './db/tenant.ts'

/** A verified shopper, known by the cookie. */
export interface Shopper {
  mobile: string
}

/** Who is calling. Both may be known; the policy says which counts. */
export interface Caller {
  account: SignedIn | null
  shopper: Shopper | null
}

/** A signed-in account as requests and sockets bring it: by one of its sessions, with what of the database is its to see (null: all of it). */
export type AccountCaller = SignedIn & { sessionId: string; tenant: Tenant | null }

/** A caller as requests and sockets bring them. */
export interface SessionCaller extends Caller {
  account: AccountCaller | null
}
