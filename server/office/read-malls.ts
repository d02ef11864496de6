import { together } from '#server/db/transaction.ts'
import { type Deps, within } from '#server/deps.ts'
import { ownerEmails } from '#server/malls/manage-malls.ts'
import { type Mall, managesMall, pageOfMalls } from '#server/malls/service.ts'
import { mallWithShops, type Shop, shopsOf } from '#server/shops/service.ts'
import { firstStaffEmails } from '#server/staff/service.ts'
import type { SignedInAt } from '#server/staff/tenants.ts'

/** Emails (of the owner and of each shop's first account; null for none) are set only for managers of the mall. */
export interface MallView {
  mall: Mall
  email: string | null | undefined
  shops: { shop: Shop; email: string | null | undefined }[]
}

/** Malls without a shop are listed only for their managers. */
export async function listMallsFor(
  deps: Deps,
  caller: SignedInAt | null,
  { cursor = '', search = '' }: { cursor?: string | undefined; search?: string | undefined },
): Promise<{ views: MallView[]; next: string | null }> {
  const own = caller?.account.role === 'superadmin' ? 'all' : (caller?.mallIds ?? [])
  const { malls, next } = await pageOfMalls(deps, { cursor, search, own })
  return { views: await viewsFor(deps, caller, malls, await shopsOf(deps.db, malls)), next }
}

/** Refuses as `mallNotShop` does. */
export async function readMallFor(deps: Deps, caller: SignedInAt | null, mallId: string): Promise<MallView> {
  const { mall, shops } = await mallWithShops(deps.db, mallId)
  const [view] = await viewsFor(deps, caller, [mall], shops)
  return view ?? { mall, email: undefined, shops: [] }
}

async function viewsFor(deps: Deps, caller: SignedInAt | null, malls: readonly Mall[], shops: readonly Shop[]): Promise<MallView[]> {
  const own = new Set(malls.filter((mall) => caller !== null && managesMall(caller, mall.id)).map((mall) => mall.id))
  const managed = malls.filter((mall) => own.has(mall.id))
  const theirs = shops.filter((shop) => own.has(shop.mall.id)).map((shop) => shop.id)
  // Malls and shops are public. Emails are not, so they are always read behind the wall.
  const { owners, staff } =
    caller === null || own.size === 0
      ? nobody
      : await together(within(deps, caller.tenant).db, async (db) => ({
          owners: await ownerEmails(db, managed),
          staff: await firstStaffEmails(db, theirs),
        }))
  const shopsByMall = Map.groupBy(shops, (shop) => shop.mall.id)
  return malls.map((mall) => ({
    mall,
    email: own.has(mall.id) ? (owners.get(mall.id) ?? null) : undefined,
    shops: (shopsByMall.get(mall.id) ?? []).map((shop) => ({
      shop,
      email: own.has(mall.id) ? (staff.get(shop.id) ?? null) : undefined,
    })),
  }))
}

const nobody = { owners: new Map<string, string>(), staff: new Map<string, string>() }
