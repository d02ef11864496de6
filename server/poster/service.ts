import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { localDateOf } from '#contract/base/time.ts'
import type { PosterLanguage } from '#contract/poster/calls.ts'
import { type PosterSize, posterFileName } from '#contract/poster/poster.ts'
import { paths } from '#contract/screens.ts'
import { recordOncePerHour } from '#server/audit/service.ts'
import { countersOf } from '#server/counters/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { mallForManager, noteQrMade, type Shop, shopForDesk } from '#server/shops/service.ts'
import { press } from './press.ts'

export interface PosterRequest {
  shopId: string
  size: PosterSize
  /** One or two, in the order in which they are printed. */
  languages: readonly PosterLanguage[]
  /** Null for a poster of the whole shop. */
  counterId: string | null
}

/**
 * The audit records the poster once per hour and account. Refuses with `forbidden` for a foreign shop, `counter_not_found`,
 * `quota_posters`, and `unprintable_name` if the shop's name has letters that our fonts do not have.
 */
export async function makePoster(deps: Deps, caller: SignedIn, request: PosterRequest): Promise<{ pdf: Buffer; fileName: string }> {
  const shop = await shopForDesk(deps.db, caller, request.shopId)
  const counter = request.counterId === null ? null : (await countersOf(deps.db, shop.id)).find(({ id }) => id === request.counterId)
  if (counter === undefined) throw new Refusal('counter_not_found')

  const now = deps.clock.now()
  const path = paths.scanned(shop.slug, counter?.id ?? null)
  const { name, place, fee, refundOnLeave, promiseMinutes, mall } = shop
  const job = {
    size: request.size,
    languages: request.languages,
    link: deps.config.publicUrl.origin + path,
    now,
    facts: {
      shop: { name, place, fee, refundOnLeave, promiseMinutes, hasSlots: shop.slots !== null },
      mallTitle: mall.title,
      counter: counter?.name ?? null,
      address: deps.config.publicUrl.host + paths.welcome(shop.slug),
      pricedOn: localDateOf(now, mall.timeZone),
    },
  }
  const pdf = await press(job, { accountId: caller.account.id, mallId: mall.id })
  if (pdf === null) throw new Refusal('unprintable_name')
  await noteCode(deps, caller, shop)
  return { pdf, fileName: posterFileName(shop.name, request.size) }
}

/**
 * The code leads to the mall's shops, each with its own price. Refuses as `mallForManager` does, and with `quota_posters` and
 * `unprintable_name`.
 */
export async function makeEntrancePoster(
  deps: Deps,
  caller: SignedIn,
  mallId: string,
  request: Pick<PosterRequest, 'size' | 'languages'>,
): Promise<{ pdf: Buffer; fileName: string }> {
  const mall = await mallForManager(deps.db, caller, mallId)
  const path = paths.welcome(mall.slug)
  const now = deps.clock.now()
  const job = {
    ...request,
    link: deps.config.publicUrl.origin + path,
    now,
    facts: {
      shop: { name: mall.title, place: '', fee: null, refundOnLeave: false, promiseMinutes: null, hasSlots: false },
      mallTitle: null,
      counter: null,
      address: deps.config.publicUrl.host + path,
      pricedOn: localDateOf(now, mall.timeZone),
    },
  }
  const pdf = await press(job, { accountId: caller.account.id, mallId: mall.id })
  if (pdf === null) throw new Refusal('unprintable_name')
  const note = { action: 'code.printed', mallId: mall.id, subject: mall.id } as const
  await transaction(deps.db, (tx) => recordOncePerHour(tx, job.now, caller, note))
  return { pdf, fileName: posterFileName(mall.title, request.size) }
}

/** A code saved as a picture counts as a made code, as a poster does. Refuses with `forbidden` and as `shopById` does. */
export async function noteCodeSaved(deps: Deps, caller: SignedIn, shopId: string): Promise<void> {
  const shop = await shopForDesk(deps.db, caller, shopId)
  await noteCode(deps, caller, shop)
}

const noteCode = (deps: Deps, caller: SignedIn, shop: Shop): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await noteQrMade(tx, shop.id, now)
    await recordOncePerHour(tx, now, caller, { action: 'code.printed', mallId: shop.mall.id, subject: shop.id })
  })
