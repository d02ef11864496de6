import { newSecret, sameText, type Vault } from './hash.ts'

/** A session of an account, the cookie of a shopper, or a remembered browser. */
export type CredentialKind = 'account' | 'shopper' | 'device'

const HOLDER_LENGTH = 16
const MARK_LENGTH = 22

/**
 * Makes a credential: 256 random bits, the holder as a keyed hash, and a mark of the server's key over both. The mark tells the edge,
 * without a query, that the server issued it and under which holder to count it. It gives no rights: a row in the database says whether it
 * is still valid.
 */
export function newCredential(vault: Vault, kind: CredentialKind, holder: string): string {
  const body = `${newSecret()}.${vault.keyed(`holder-${kind}`, holder).slice(0, HOLDER_LENGTH)}`
  return `${body}.${markOf(vault, kind, body)}`
}

/** Returns the holder's keyed hash in a credential that this server issued; null for any other text. */
export function holderOf(vault: Vault, kind: CredentialKind, credential: string): string | null {
  const [, body, holder, mark] = /^([\w-]{43}\.([0-9a-f]{16}))\.([0-9a-f]{22})$/.exec(credential) ?? []
  if (body === undefined || holder === undefined || mark === undefined) return null
  return sameText(mark, markOf(vault, kind, body)) ? holder : null
}

const markOf = (vault: Vault, kind: CredentialKind, body: string) => vault.keyed(`issued-${kind}`, body).slice(0, MARK_LENGTH)
