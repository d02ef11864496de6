import { type GatewayName, type VendorName, vendorNames } from '#contract/payments/payments.ts'
import type { Db } from '#server/db/transaction.ts'
import type { Clock } from '#server/kit/clock.ts'
import { coalesceReads } from '#server/kit/coalesce.ts'
import type { Vault } from '#server/kit/hash.ts'
import type { Credentials } from '#server/payments/gateway.ts'
import { contextOf, signingField, validSince } from './rules.ts'
import * as store from './store.ts'

interface VendorAccount {
  isOn: boolean
  credentials: Credentials
}

/** Reads the accounts of any mall, outside the wall: their secrets are for the calls to the vendors only. */
export interface VendorAccounts {
  /** Null if the account was not entered completely. Throws `SecretUnreadable`. */
  open(gateway: GatewayName, mallId: string): Promise<VendorAccount | null>
}

export class SecretUnreadable extends Error {
  constructor(mallId: string, gateway: string) {
    super(`no SECRET_KEY of this server opens the secrets of ${gateway} in the mall ${mallId}`)
    this.name = 'SecretUnreadable'
  }
}

/** Calls of the same moment share a read, which begins after they asked. */
export function vendorAccounts({ db, clock, vault }: { db: Db; clock: Clock; vault: Vault }): VendorAccounts {
  const read = async (gateway: VendorName, mallId: string): Promise<VendorAccount | null> => {
    const rows = await store.sealedSecretsOf(db, mallId, gateway, validSince(clock.now()))
    const secrets = rows.flatMap(({ field, sealed, replacedAt }) => {
      if (!field || !sealed) return []
      const text = vault.envelope.unseal(contextOf(mallId, gateway, field), sealed)
      if (text === null && replacedAt === null) throw new SecretUnreadable(mallId, gateway)
      return text ? [{ field, text, isCurrent: replacedAt === null }] : []
    })
    const keySecret = secrets.find(({ field, isCurrent }) => field === 'key' && isCurrent)?.text
    const keyId = rows[0]?.keyId
    if (!keyId || keySecret === undefined) return null
    const signing = secrets.filter(({ field }) => field === 'webhook' || field === signingField(gateway))
    const webhookSecrets = signing.map(({ text }) => text)
    return { isOn: rows[0]?.isOn === true, credentials: { keyId, keySecret, webhookSecrets } }
  }
  const reads = new Map<GatewayName, (mallId: string) => Promise<VendorAccount | null>>(
    vendorNames.map((gateway) => [gateway, coalesceReads((mallId) => read(gateway, mallId))]),
  )
  return { open: async (gateway, mallId) => (await reads.get(gateway)?.(mallId)) ?? null }
}
