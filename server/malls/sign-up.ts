import { Refusal } from '../../contract/errors.ts'
import { createAccount } from '../accounts/service.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../kit/hash.ts'
import { createMall } from './service.ts'

/**
 * Signs an owner up: the account and a mall of their own, named after them, in one transaction. Answers the mall's id. Refuses with
 * `email_taken`.
 */
export async function signUp(deps: Deps, owner: { name: string; email: string; password: string }): Promise<string> {
  const passwordHash = await hashPassword(owner.password)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const accountId = await createAccount(tx, now, { name: owner.name, email: owner.email, role: 'owner', passwordHash })
    if (accountId === null) throw new Refusal('email_taken', { fields: { email: 'There is an account with this email already.' } })
    const title = `${owner.name}’s mall`.slice(0, 80)
    return createMall(tx, now, { ownerAccountId: accountId, title, description: '', address: '', legalName: '', gstin: null })
  })
}
