import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { localDateOf } from '#contract/base/time.ts'
import { MOST_DAYS } from '#contract/payments/money.ts'
import type { Reader } from '#server/db/transaction.ts'
import { type Mall, refuseUnlessManager } from '#server/malls/service.ts'
import { midnightOf } from '#server/shops/rules.ts'
import { mallNotShop, shopById, shopsEverOf } from '#server/shops/service.ts'
import { daysBetween } from './rules.ts'

export interface Scope {
  mall: Mall
  /** The shops, also archived ones: their books stay. */
  shops: readonly { id: string; name: string }[]
  /** True for all of the mall: only then is money without an order shown, because no one knows its shop. */
  isMall: boolean
}

/** The id is of a mall or a shop. Refuses with `mall_not_found` and `forbidden`. */
export async function scopeFor(db: Reader, caller: SignedIn, id: string): Promise<Scope> {
  const shop = await shopById(db, id).catch((error: unknown) => {
    if (error instanceof Refusal && (error.code === 'is_a_mall' || error.code === 'shop_not_found')) return null
    throw error
  })
  const mall = shop?.mall ?? (await mallNotShop(db, id))
  refuseUnlessManager(caller, mall.id, id)
  return { mall, shops: shop ? [{ id: shop.id, name: shop.name }] : await shopsEverOf(db, mall.id), isMall: shop === null }
}

/** `begins` and `ends` are by the mall's clocks. */
export interface Days {
  from: string
  to: string
  list: readonly string[]
  begins: Date
  ends: Date
}

/** Both dates are today if absent. Refuses with `invalid_input` if they are in the wrong order or too far apart. */
export function daysOf(asked: { from?: string | undefined; to?: string | undefined }, { timeZone }: Mall, now: Date): Days {
  const today = localDateOf(now, timeZone)
  const to = asked.to ?? (asked.from !== undefined && asked.from > today ? asked.from : today)
  const from = asked.from ?? to
  const list = daysBetween(from, to)
  if (list.length === 0) throw new Refusal('invalid_input', { fields: { to: 'Please choose a day that is not before the first one' } })
  if (list.length > MOST_DAYS) throw new Refusal('invalid_input', { fields: { to: `Please choose at most ${MOST_DAYS} days` } })
  return { from, to, list, begins: midnightOf(from, timeZone), ends: midnightOf(to, timeZone, 1) }
}
