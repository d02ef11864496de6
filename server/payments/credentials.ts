import type { Deps } from '#server/deps.ts'
import type { Credentials, Gateway } from './gateway.ts'

/**
 * Null if the gateway needs none. Throws if the mall has none. They are valid also while the gateway is off: orders that were opened before
 * may still be paid or refunded.
 */
export async function credentialsFor(
  { vendorAccounts }: Pick<Deps, 'vendorAccounts'>,
  { name, needsCredentials }: Gateway,
  mallId: string,
): Promise<Credentials | null> {
  if (!needsCredentials) return null
  const account = await vendorAccounts.open(name, mallId)
  if (!account) throw new Error(`the mall ${mallId} has no credentials for the gateway ${name}`)
  return account.credentials
}
