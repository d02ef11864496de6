import type { Account } from '#contract/accounts/accounts.ts'
import { findSession, noteUse } from './accounts/service.ts'
import { fromHash } from './audit/service.ts'
import { together } from './db/transaction.ts'
import type { Deps } from './deps.ts'
import type { CallerLookup } from './http/edge/policy.ts'
import { batchReads } from './kit/batch-reads.ts'
import { sha256 } from './kit/hash.ts'
import { hints } from './kit/hints.ts'
import { tenantsOf } from './staff/tenants.ts'
import { findShoppers } from './verification/service.ts'

/** Cookies of shoppers that come at the same moment are looked up in one query. */
export function openCallerLookup(deps: Deps): CallerLookup {
  const findShopper = batchReads((cookies) => findShoppers(deps, cookies))
  // So that a session and the malls and shops of its account are read at the same time.
  const accountOf = hints<Pick<Account, 'id' | 'role'>>(10_000)
  return {
    async account(bearer, address) {
      const key = sha256(bearer)
      const hinted = accountOf.get(key)
      const now = deps.clock.now()
      const [session, tenants] = await together(deps.db, (own) =>
        Promise.all([findSession(own, bearer, now), hinted ? tenantsOf(own, hinted) : null]),
      )
      if (session === null) return null
      await noteUse(deps.db, session, now)
      const { account } = session
      const isRight = hinted?.id === account.id && hinted.role === account.role
      if (!isRight) accountOf.set(key, { id: account.id, role: account.role })
      return {
        ...(tenants && isRight ? { ...tenants, account } : await tenantsOf(deps.db, account)),
        sessionId: session.sessionId,
        from: fromHash(deps.vault, address),
      }
    },
    shopper: async (cookie) => (await findShopper(cookie)) ?? null,
  }
}
