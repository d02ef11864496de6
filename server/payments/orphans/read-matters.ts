import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { Dispute, Orphan } from '#contract/payments/vendor-books-calls.ts'
import { reachFor, recordChange } from '#server/audit/service.ts'
import { together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { managesMall } from '#server/malls/service.ts'
import { disputesOf } from '#server/payments/disputes/store.ts'
import { mallForManager } from '#server/shops/service.ts'
import * as store from './store.ts'

/** Refuses as `mallForManager` does. */
export const readMatters = (deps: Deps, caller: SignedIn, mallId: string): Promise<{ orphans: Orphan[]; disputes: Dispute[] }> =>
  together(deps.db, async (db) => {
    const { id } = await mallForManager(db, caller, mallId)
    const [orphans, disputes] = await Promise.all([store.orphansOf(db, id), disputesOf(db, id)])
    return { orphans, disputes }
  })

/**
 * Records what a person has done about an orphan, with the audit. If it was decided before, the first note stays. Refuses with
 * `orphan_not_found`, also for an orphan of another mall.
 */
export const decideOrphan = (deps: Deps, caller: SignedIn, id: string, note: string): Promise<Orphan> =>
  transaction(deps.db, async (tx) => {
    const found = await store.lockOrphan(tx, id)
    if (!found || !managesMall(caller, found.mallId)) throw new Refusal('orphan_not_found', await reachFor(tx, 'orphan', id))
    if (found.orphan.decidedAt !== null) return found.orphan
    const at = deps.clock.now()
    const { mallId } = found
    await recordChange(tx, at, caller, { action: 'orphan.decided', mallId, subject: id, detail: { name: note } })
    return store.decide(tx, id, { by: caller.account.id, note, at })
  })
