import { Refusal } from '../../contract/errors.ts'
import { DAY, SECOND } from '../../contract/time.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { newOtp, newSecret, sameText, sha256 } from '../kit/hash.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../outbox/announce.ts'
import { shopById } from '../shops/service.ts'
import { CODE_LIFE, isDisplayEditor, mayAskCode, mayTryCode, SHOPPER_LIFE } from './rules.ts'
import * as store from './store.ts'

/** What step 1 of the verification screen asks with. `address` is the caller's network address. */
export interface CodeRequest {
  mobile: string
  name: string
  email: string
  shopId: string | null
  address: string
  locale: 'en' | 'hi'
}

/** What the asker is told; `otp` only in demo mode. Seconds. */
export interface CodeSent {
  expiresIn: number
  resendAfter: number
  otp?: string
  next?: 'editdisplay'
}

const hashOf = (deps: Deps, mobile: string, code: string) => deps.vault.keyed('otp', `${mobile}|${code}`)

/**
 * Makes a new code for a mobile, which voids the one before, and hands it to the outbox. The answer is the same for every mobile.
 * Refuses with `otp_wait` or `otp_limit` and the seconds to wait. The display editor's contact gets no code but the way to the editor.
 */
export async function sendCode(deps: Deps, request: CodeRequest): Promise<CodeSent> {
  const shop = request.shopId === null ? null : await shopById(deps.db, request.shopId)
  if (shop && isDisplayEditor(shop.editor, request)) return { expiresIn: CODE_LIFE / SECOND, resendAfter: 30, next: 'editdisplay' }
  const { mobile } = request
  const code = newOtp()
  const resendAfter = await transaction(deps.db, async (tx) => {
    await store.lockMobile(tx, mobile)
    const now = deps.clock.now()
    const verdict = mayAskCode(await store.codesSince(tx, mobile, new Date(now.getTime() - DAY)), now)
    if (!verdict.allowed) throw new Refusal(verdict.code, { retryAfterSeconds: verdict.wait })
    await store.endCode(tx, mobile, now)
    await store.insertCode(tx, {
      id: newId(),
      mobile,
      codeHash: hashOf(deps, mobile, code),
      addressHash: deps.vault.keyed('address', request.address),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_LIFE),
    })
    const sealedCode = deps.vault.seal(code)
    await announce(tx, now, { kind: 'otp.requested', shopId: request.shopId, mobile, sealedCode, locale: request.locale })
    return verdict.resendAfter
  })
  return { expiresIn: CODE_LIFE / SECOND, resendAfter, ...(deps.config.mode === 'demo' ? { otp: code } : {}) }
}

/**
 * Checks a code and, where it is right, uses it up and opens a shopper's session: answers the secret for the cookie. Refuses with
 * `invalid_otp` and the tries left, or `otp_tries` once too many were wrong.
 */
export async function verifyCode(
  deps: Deps,
  mobile: string,
  code: string,
  address: string,
): Promise<{ secret: string; maxAgeSeconds: number }> {
  // The outcome leaves the transaction as a value: a refusal thrown inside would roll the counted try back.
  const outcome = await transaction(deps.db, async (tx) => {
    await store.lockMobile(tx, mobile)
    return tryCode(deps, tx, mobile, code, address)
  })
  if (outcome instanceof Refusal) throw outcome
  return { secret: outcome, maxAgeSeconds: SHOPPER_LIFE / SECOND }
}

async function tryCode(deps: Deps, tx: Tx, mobile: string, code: string, address: string): Promise<string | Refusal> {
  const now = deps.clock.now()
  const live = await store.liveCode(tx, mobile)
  if (!live || live.expires_at <= now) return new Refusal('invalid_otp')
  const addressHash = deps.vault.keyed('address', address)
  const fromAsker = sameText(live.address_hash, addressHash)
  const tries = await store.triesSince(tx, mobile, new Date(now.getTime() - DAY), addressHash)
  const verdict = mayTryCode(tries, { codeId: live.id, fromAsker }, now)
  if (!verdict.allowed && verdict.code === 'otp_tries') return new Refusal('otp_tries', { retryAfterSeconds: verdict.wait })
  if (!verdict.allowed) return new Refusal('invalid_otp', { fields: { otp: triesSentence(0) } })
  if (!sameText(live.code_hash, hashOf(deps, mobile, code))) {
    await store.insertTry(tx, { mobile, codeId: live.id, fromAsker, at: now })
    return new Refusal('invalid_otp', { fields: { otp: triesSentence(verdict.left - 1) } })
  }
  await store.endCode(tx, mobile, now)
  const secret = newSecret()
  await store.insertShopper(tx, { tokenHash: sha256(secret), mobile, createdAt: now, expiresAt: new Date(now.getTime() + SHOPPER_LIFE) })
  return secret
}

const triesSentence = (left: number): string =>
  left === 0 ? 'No tries left. Please ask for a new code.' : left === 1 ? 'You have 1 try left.' : `You have ${left} tries left.`

/** The mobiles behind shoppers' cookies; one that is unknown or over is absent. */
export async function findShoppers(deps: Deps, secrets: readonly string[]): Promise<Map<string, { mobile: string }>> {
  const byHash = new Map(secrets.map((secret) => [sha256(secret), secret]))
  const found = await store.shoppersBy(deps.db, [...byHash.keys()], deps.clock.now())
  return new Map(found.map(({ token_hash, mobile }) => [byHash.get(token_hash) ?? '', { mobile }]))
}

/** Removes what is over. Codes stay two days, since the limits look back one. */
export const forgetOldCodes = (deps: Deps) => {
  const now = deps.clock.now()
  return transaction(deps.db, (tx) => store.deleteOld(tx, now, new Date(now.getTime() - 2 * DAY)))
}
