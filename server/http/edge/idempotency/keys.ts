import { DAY, MINUTE } from '#contract/base/time.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { openVault, type Vault } from '#server/kit/hash.ts'
import { canonicalJson } from './canonical-json.ts'
import * as store from './store.ts'

const KEPT_FOR = DAY
/** Longer than a request takes. If a node dies, the key is free again after this time. */
const LEASE = MINUTE

/** What identifies a request. `address` is its path and query. */
export interface Named {
  caller: string
  call: string
  address: unknown
  key: string
}

/** The media type is null without a body. */
export interface KeptResponse {
  status: number
  type: string | null
  body: string
}

/** The claim of the request that runs first. `own` hides what the row of its key holds. */
export type Claim = store.KeyClaim & { own: Vault }

/** Either the request may run, or the first one still runs, had another body, or has left its response. */
export type Outcome = { kind: 'claimed'; claim: Claim } | { kind: 'running' } | { kind: 'mismatch' } | ({ kind: 'kept' } & KeptResponse)

export interface IdempotencyKeys {
  /** Claims the key for this request, or returns what an earlier request with the key has left. */
  claim(named: Named, body: unknown): Promise<Outcome>
  keep(claim: Claim, response: KeptResponse): Promise<void>
  /** Frees the key: the request may be made again. */
  release(claim: Claim): Promise<void>
}

/**
 * A row is hidden by a vault whose key is made of the server's key and the caller's, which is not stored. So nothing can be learnt from a
 * row without both: neither the response, nor by guessing a short secret that the body contains.
 */
export function openIdempotencyKeys({ db, clock, vault }: Pick<Deps, 'db' | 'clock' | 'vault'>): IdempotencyKeys {
  return {
    async claim(named, body) {
      const own = openVault(vault.keyed('idempotency', canonicalJson(named)))
      const now = clock.now()
      const claim = { id: own.keyed('id', ''), until: new Date(now.getTime() + LEASE), own }
      const bodyHash = own.keyed('body', canonicalJson(body))
      const found = await transaction(db, (tx) =>
        store.claimKey(tx, { ...claim, bodyHash, now, expired: new Date(now.getTime() - KEPT_FOR) }),
      )
      if (found === 'claimed') return { kind: 'claimed', claim }
      // It was released between the two statements: another request with this key has just ended.
      if (found === null) return { kind: 'running' }
      if (found.bodyHash !== bodyHash) return { kind: 'mismatch' }
      if (found.status === null || found.response === null) return { kind: 'running' }
      return { kind: 'kept', status: found.status, ...opened(own, found.response) }
    },
    keep: ({ own, ...claim }, { status, type, body }) =>
      transaction(db, (tx) => store.keepResponse(tx, claim, status, own.seal(JSON.stringify({ type, body })))),
    release: (claim) => transaction(db, (tx) => store.releaseKey(tx, claim)),
  }
}

function opened(own: Vault, sealed: string): Pick<KeptResponse, 'type' | 'body'> {
  const text = own.unseal(sealed)
  if (text === null) throw new Error('a kept response cannot be opened')
  return JSON.parse(text)
}

export const forgetOldKeys = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  transaction(db, (tx) => store.deleteKeysBefore(tx, new Date(clock.now().getTime() - KEPT_FOR)))
