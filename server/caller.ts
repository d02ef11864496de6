import type { SignedIn } from '../contract/accounts.ts'

/** A verified shopper, known by the cookie. */
export interface Shopper {
  mobile: string
}

/** Who is calling. Both may be known; the policy says which counts. */
export interface Caller {
  account: SignedIn | null
  shopper: Shopper | null
}

/** A caller as requests and sockets bring them: the account is there by one of its sessions. */
export interface SessionCaller extends Caller {
  account: (SignedIn & { sessionId: string }) | null
}
