import type { Credentials, Gateway } from './gateway.ts'

/**
 * The credentials with which a mall uses a gateway, opened; null if the gateway needs none. Throws if the mall has none: no mall can enter
 * any yet, because no gateway that needs them exists.
 */
export async function credentialsFor({ name, needsCredentials }: Gateway, mallId: string): Promise<Credentials | null> {
  if (!needsCredentials) return null
  throw new Error(`the mall ${mallId} has no credentials for the gateway ${name}`)
}
