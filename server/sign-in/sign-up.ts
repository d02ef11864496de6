import { refuseCommonPassword } from '#server/accounts/common-passwords.ts'
import { enter, type FinishedSignIn, type Visitor } from '#server/accounts/entering.ts'
import { emailTaken } from '#server/accounts/manage-accounts.ts'
import { createAccount } from '#server/accounts/service.ts'
import { askForSignUp, openSignedUp, proveSignUp } from '#server/accounts/sign-up.ts'
import { fromHash, recordSecurity } from '#server/audit/service.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { createMall } from '#server/malls/service.ts'
import { countSignUp } from '#server/quotas/service.ts'

interface NewOwner {
  name: string
  email: string
  password: string
}

/**
 * Makes the account and a mall named after the owner. Demo mode opens both at once and returns the mall's id; it refuses with
 * `email_taken`. In production the email must be confirmed first: it returns null, for every email alike. Both refuse with
 * `common_password` and `quota_sign_ups`.
 */
export async function signUp(deps: Deps, owner: NewOwner, visitor: Visitor): Promise<string | null> {
  await refuseCommonPassword('password', owner.password, [owner.name, owner.email])
  if (deps.config.mode === 'production') {
    await askForSignUp(deps, owner, visitor)
    return null
  }
  const passwordHash = await hashPassword(owner.password)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await countSignUp(tx, now, deps, visitor.address)
    const id = await createAccount(tx, now, { name: owner.name, email: owner.email, role: 'owner', passwordHash })
    if (id === null) throw emailTaken()
    await recordSecurity(tx, now, {
      action: 'account.signed-up',
      accountId: id,
      mallId: null,
      subject: id,
      from: fromHash(deps.vault, visitor.address),
    })
    return firstMall(tx, now, { id, name: owner.name })
  })
}

/** Opens the account and the mall of a sign-up, and signs in. Refuses as the accounts' `proveSignUp` and `openSignedUp` do. */
export async function confirmSignUp(deps: Deps, code: string, password: string, visitor: Visitor): Promise<FinishedSignIn> {
  const proven = await proveSignUp(deps, code, password)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const owner = await openSignedUp(deps, tx, now, proven, visitor)
    await firstMall(tx, now, owner)
    return enter(deps, tx, owner, now, visitor)
  })
}

const firstMall = (tx: Tx, now: Date, { id, name }: { id: string; name: string }): Promise<string> =>
  createMall(tx, now, {
    ownerAccountId: id,
    title: `${name}’s mall`.slice(0, 80),
    description: '',
    address: '',
    legalName: '',
    gstin: null,
  })
