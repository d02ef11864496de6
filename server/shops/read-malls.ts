import { together } from '../db/transaction.ts'
import { type Deps, within } from '../deps.ts'
import { ownerEmails } from '../malls/manage-malls.ts'
import { listMalls, type Mall, managesMall } from '../malls/service.ts'
import { mallWithShops, type Shop, shopsOf, type Worker } from './service.ts'
import { firstStaffEmails } from './staff.ts'

/** A mall with its shops. Emails (of the owner, of each shop's first account; null for none) are there only for who may manage the mall. */
export interface MallView {
  mall: Mall
  email: string | null | undefined
  shops: { shop: Shop; email: string | null | undefined }[]
}

/** All malls with their shops, as this caller may see them. */
export async function listMallsFor(deps: Deps, caller: Worker | null): Promise<MallView[]> {
  const malls = await listMalls(deps)
  return viewsFor(deps, caller, malls, await shopsOf(deps.db, malls))
}

/** One mall with its shops, as this caller may see it; refuses as `mallNotShop` does. */
export async function readMallFor(deps: Deps, caller: Worker | null, mallId: string): Promise<MallView> {
  const { mall, shops } = await mallWithShops(deps.db, mallId)
  const [view] = await viewsFor(deps, caller, [mall], shops)
  return view ?? { mall, email: undefined, shops: [] }
}

async function viewsFor(deps: Deps, caller: Worker | null, malls: readonly Mall[], shops: readonly Shop[]): Promise<MallView[]> {
  const own = new Set(malls.filter((mall) => caller !== null && managesMall(caller, mall.id)).map((mall) => mall.id))
  const managed = malls.filter((mall) => own.has(mall.id))
  const theirs = shops.filter((shop) => own.has(shop.mall.id)).map((shop) => shop.id)
  // Places are public, emails are not: they are read behind the wall, whoever may ask for the places.
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
