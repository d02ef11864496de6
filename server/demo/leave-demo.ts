import { recordChange } from '#server/audit/service.ts'
import { becomeProduction, modeOf, OtherMode } from '#server/db/mode.ts'
import type { Database } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Clock } from '#server/kit/clock.ts'
import * as store from './leave-store.ts'
import { DEMO_MALL } from './seed.ts'

export interface Left {
  malls: number
  accounts: number
}

/**
 * Turns the database of a demo into one of production, in one transaction. Disables demo accounts and super administrators, makes all
 * passwords and sessions void, archives the demo mall, and deletes all that was sold or sent. Other malls, shops, counters, displays and
 * accounts stay. Throws `OtherMode` if a server runs on the database, or if it is not a demo's.
 */
export async function leaveDemo(database: Database, clock: Clock): Promise<Left> {
  let free = false
  // a relaying server holds this lock
  const giveBack = await database.seekLock('relay', (ours) => {
    free = ours
  })
  try {
    if (!free) throw new OtherMode('Red Carpet is running on this database. Stop every node first.')
    return await transaction(database.db, async (tx) => {
      if ((await modeOf(tx)) !== 'demo') throw new OtherMode('This database does not belong to a demo. Nothing was changed.')
      const now = clock.now()
      await store.emptyTrade(tx)
      await store.archivePlaces(tx, DEMO_MALL, now)
      await store.closeAccounts(tx, now)
      await becomeProduction(tx, now)
      await recordChange(tx, now, 'operator', { action: 'database.left-demo', mallId: null, subject: 'installation' })
      return store.countLeft(tx)
    })
  } finally {
    await giveBack()
  }
}

export const sentencesOf = ({ malls, accounts }: Left): string =>
  [
    'This is now a production database.',
    `${malls} malls and ${accounts} accounts stay. Check them: any visitor of a demo may have added one.`,
    'No password is valid any more. Owners and staff can use "Forgot password?", which sends a code by mail.',
    'Make yourself a super administrator with: npm run superadmin -- you@example.in',
  ].join('\n')
