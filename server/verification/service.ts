import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { DAY, HOUR, SECOND } from '#contract/base/time.ts'
import { CODE_LIFE } from '#contract/verification/verification.ts'
import { atOnce, sendAtOnce } from '#server/db/at-once.ts'
import { send, type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { newCredential } from '#server/kit/credentials.ts'
import { newOtp, sameText, sha256 } from '#server/kit/hash.ts'
import { newId } from '#server/kit/ids.ts'
import { announce } from '#server/outbox/announce.ts'
import { shopById } from '#server/shops/service.ts'
import { spending } from './budget.ts'
import { isDisplayEditor, mayAskCode, mayTryCode, SHOPPER_LIFE, type Trier } from './rules.ts'
import * as store from './store.ts'

/** `address` is the key of the caller's network address. */
export interface CodeRequest {
  mobile: string
  name: string
  email: string
  shopId: string | null
  address: string
  locale: Locale
}

/** Times are in seconds; `otp` only in demo mode. */
export interface CodeSent {
  expiresIn: number
  resendAfter: number
  otp?: string
  next?: 'editdisplay'
}

const dayBefore = (at: Date): Date => new Date(at.getTime() - DAY)
const hashOfAddress = (deps: Deps, address: string) => deps.vault.keyed('address', address)
const hashOf = (deps: Deps, mobile: string, code: string) => deps.vault.keyed('otp', `${mobile}|${code}`)

/**
 * Ends the asker's previous code and writes a new one to the outbox. The answer is the same for every mobile. Refuses with `otp_wait`,
 * `otp_limit`, `otp_budget` or `otp_address` and the seconds to wait. The display editor's contact gets no code; `next` leads to the editor
 * instead.
 */
export async function sendCode(deps: Deps, request: CodeRequest): Promise<CodeSent> {
  const shop = request.shopId === null ? null : await shopById(deps.db, request.shopId)
  if (shop && isDisplayEditor(shop.editor, request)) return { expiresIn: CODE_LIFE / SECOND, resendAfter: 30, next: 'editdisplay' }
  const { mobile } = request
  const code = newOtp()
  const addressHash = hashOfAddress(deps, request.address)
  const resendAfter = await transaction(deps.db, async (tx) => {
    // They run in this order, so the codes are read after the lock.
    const [, all] = await Promise.all([store.lockMobile(tx, mobile), store.codesSince(tx, mobile, dayBefore(deps.clock.now()))])
    const now = deps.clock.now()
    const own = all.filter(({ asker }) => asker === addressHash).map(({ at }) => at)
    const verdict = mayAskCode(
      own,
      all.map(({ at }) => at),
      now,
    )
    if (!verdict.allowed) throw new Refusal(verdict.code, { retryAfterSeconds: verdict.wait })
    const expiresAt = new Date(now.getTime() + CODE_LIFE)
    const newMobile = own.every((at) => now.getTime() - at.getTime() >= HOUR)
    const spent = spending(now, deps.config.passcodes, { mallId: shop?.mall.id ?? null, addressHash, newMobile }, deps.budgetAlarm)
    const [, , counted] = await atOnce(
      tx,
      store.endingCodeOf(mobile, addressHash, now),
      store.addingCode({ id: newId(), mobile, codeHash: hashOf(deps, mobile, code), addressHash, createdAt: now, expiresAt }),
      spent.adding,
    )
    spent.refuse(counted)
    const sealedCode = deps.vault.seal(code)
    announce(tx, now, { kind: 'otp.requested', shopId: request.shopId, mobile, sealedCode, locale: request.locale })
    return verdict.resendAfter
  })
  return { expiresIn: CODE_LIFE / SECOND, resendAfter, ...(deps.config.mode === 'demo' ? { otp: code } : {}) }
}

/**
 * Ends a right code and opens a shopper's session; returns the secret for the cookie. `earlier` is the browser's old cookie, whose session
 * ends. Refuses with `invalid_otp` and the tries left, or with `otp_tries` after too many wrong tries.
 */
export async function verifyCode(
  deps: Deps,
  mobile: string,
  code: string,
  from: { address: string; earlier: string | null },
): Promise<{ secret: string; maxAgeSeconds: number }> {
  // The outcome leaves the transaction as a value: a refusal thrown inside would roll the counted try back.
  const outcome = await transaction(deps.db, async (tx) => {
    send(tx, store.lockMobile(tx, mobile))
    const opened = await tryCode(deps, tx, mobile, code, hashOfAddress(deps, from.address))
    if (typeof opened === 'string' && from.earlier !== null) send(tx, store.deleteShopper(tx, sha256(from.earlier)))
    return opened
  })
  if (outcome instanceof Refusal) throw outcome
  return { secret: outcome, maxAgeSeconds: SHOPPER_LIFE / SECOND }
}

async function tryCode(deps: Deps, tx: Tx, mobile: string, code: string, addressHash: string): Promise<string | Refusal> {
  const asked = deps.clock.now()
  // They run in this order, after the lock of the mobile.
  const [live, tries] = await Promise.all([store.liveCodes(tx, mobile, asked), store.triesSince(tx, mobile, dayBefore(asked), addressHash)])
  const now = deps.clock.now()
  const [newest] = live
  if (!newest) return new Refusal('invalid_otp')
  // An asker may prove only their own code. A phone that has changed its network since then counts as a stranger.
  const own = live.find((one) => sameText(one.addressHash, addressHash))
  const trier: Trier = own ? { isAsker: true, codeId: own.id } : { isAsker: false, codeIds: live.map((one) => one.id) }
  const verdict = mayTryCode(tries, trier, now)
  if (!verdict.allowed && verdict.code === 'otp_tries') return new Refusal('otp_tries', { retryAfterSeconds: verdict.wait })
  if (!verdict.allowed) return new Refusal('invalid_otp', { fields: { otp: triesSentence(0) } })
  const hash = hashOf(deps, mobile, code)
  const matches = (own ? [own] : live).map((one) => sameText(one.codeHash, hash))
  if (!matches.includes(true)) {
    send(tx, store.insertTry(tx, { mobile, codeId: (own ?? newest).id, fromAsker: own !== undefined, at: now }))
    return new Refusal('invalid_otp', { fields: { otp: triesSentence(verdict.left - 1) } })
  }
  const secret = newCredential(deps.vault, 'shopper', mobile)
  const expiresAt = new Date(now.getTime() + SHOPPER_LIFE)
  sendAtOnce(tx, store.endingCodes(mobile, now), store.addingShopper({ tokenHash: sha256(secret), mobile, createdAt: now, expiresAt }))
  return secret
}

/** Ends the session behind a shopper's cookie: the phone may be shared. */
export const forgetShopper = (deps: Deps, secret: string) => transaction(deps.db, (tx) => store.deleteShopper(tx, sha256(secret)))

const triesSentence = (left: number): string =>
  left === 0 ? 'No tries left. Please request a new code.' : left === 1 ? 'You have 1 try left.' : `You have ${left} tries left.`

/** An unknown or expired cookie is absent. */
export async function findShoppers(deps: Deps, secrets: readonly string[]): Promise<Map<string, { mobile: string }>> {
  const byHash = new Map(secrets.map((secret) => [sha256(secret), secret]))
  const found = await store.shoppersBy(deps.db, [...byHash.keys()], deps.clock.now())
  return new Map(found.map(({ tokenHash, mobile }) => [byHash.get(tokenHash) ?? '', { mobile }]))
}

/** Codes stay two days, because the limits look back one day. */
export const forgetOldCodes = (deps: Deps) => {
  const now = deps.clock.now()
  return transaction(deps.db, (tx) => store.deleteOld(tx, now, new Date(now.getTime() - 2 * DAY)))
}
