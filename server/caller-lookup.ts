import { findSession } from './accounts/service.ts'
import { fromHash } from './audit/service.ts'
import type { Deps } from './deps.ts'
import type { CallerLookup } from './http/edge/policy.ts'
import { batchReads } from './kit/batch-reads.ts'
import { tenantsOf } from './staff/tenants.ts'
import { findShoppers } from './verification/service.ts'

/** Opens the look-up of callers by their credentials. Cookies of shoppers that come at the same moment are looked up in one query. */
export function openCallerLookup(deps: Deps): CallerLookup {
  const findShopper = batchReads((cookies) => findShoppers(deps, cookies))
  return {
    async account(bearer, address) {
      const session = await findSession(deps, bearer)
      return session && { ...(await tenantsOf(deps, session.account)), sessionId: session.sessionId, from: fromHash(deps.vault, address) }
    },
    shopper: async (cookie) => (await findShopper(cookie)) ?? null,
  }
}
