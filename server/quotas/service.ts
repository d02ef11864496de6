import { Refusal } from '#contract/base/errors.ts'
import { DAY, SECOND } from '#contract/base/time.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { addressKey } from '#server/kit/address-key.ts'
import type { Limits } from '#server/limits.ts'
import * as store from './store.ts'

export interface Quota {
  mallId: string
  limits: Limits
}

/** Quotas run from midnight to midnight UTC: one day for every mall and address. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10)
const untilTomorrow = (now: Date) => Math.ceil((DAY - (now.getTime() % DAY)) / SECOND)

/** Refuses with `quota_media`. */
export async function countFile(tx: Tx, now: Date, { mallId, limits }: Quota, bytes: number): Promise<void> {
  const today = { mallId, day: dayOf(now) }
  const counted =
    (await store.addUseOfMall(tx, { ...today, kind: 'media-files', amount: 1, most: limits.mediaFilesPerMallAndDay })) &&
    (await store.addUseOfMall(tx, { ...today, kind: 'media-bytes', amount: bytes, most: limits.mediaBytesPerMallAndDay }))
  if (!counted) throw new Refusal('quota_media', { retryAfterSeconds: untilTomorrow(now) })
}

/** Refuses with `quota_sign_ups`. */
export async function countSignUp(tx: Tx, now: Date, { vault, config }: Pick<Deps, 'vault' | 'config'>, address: string): Promise<void> {
  const addressHash = vault.keyed('sign-ups', addressKey(address))
  const most = config.limits.signUpsPerAddressAndDay
  if (await store.addUseOfAddress(tx, { addressHash, kind: 'sign-ups', day: dayOf(now), most })) return
  throw new Refusal('quota_sign_ups', { retryAfterSeconds: untilTomorrow(now) })
}

export const forgetOldUse = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  transaction(db, (tx) => store.deleteUseBefore(tx, dayOf(new Date(clock.now().getTime() - DAY))))
