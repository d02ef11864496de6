import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/base/errors.ts'
import { SECOND } from '#contract/base/time.ts'
import { PICTURE_BODY_LIMIT } from '#contract/media/media.ts'
import * as formCalls from '#contract/office/form-calls.ts'
import * as settingsCalls from '#contract/office/settings-calls.ts'
import type { AccountCaller } from '#server/caller.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { addMall, type MallWithOwner } from '#server/malls/manage-malls.ts'
import { changeMallOfShops } from './mall-forms.ts'
import { listMallsFor, type MallView, readMallFor } from './read-malls.ts'
import { addShop, changeShop, endBookings, readSettings, type ShopWithAccount, saveSettings } from './shop-forms.ts'

/** Managers of a mall see more of it. */
export function formRoutes(app: App, depsOf: DepsOf, deps: Deps): void {
  // Anyone may ask for the public list at any rate, so it is cached for a second.
  const publicPages = new LRUCache<string, Awaited<ReturnType<typeof listMallsFor>>>({
    max: 100,
    ttl: SECOND,
    ttlResolution: 0,
    perf: { now: () => deps.clock.now().getTime() },
    ignoreFetchAbort: true,
    fetchMethod: (asked) => listMallsFor(deps, null, JSON.parse(asked)),
  })
  serve(app, formCalls.listMalls, async (request, reply) => {
    const { caller, query } = request
    const { views, next } = caller.account
      ? await listMallsFor(depsOf(request), caller.account, query)
      : await publicPages.forceFetch(JSON.stringify(query))
    if (next !== null) {
      const address = `${formCalls.listMalls.path}?${new URLSearchParams({ ...(query.search ? { search: query.search } : {}), cursor: next })}`
      reply.headers({ [formCalls.NEXT_CURSOR]: next, link: `<${address}>; rel="next"` })
    }
    return views.map(mallView)
  })
  serve(app, formCalls.readMall, async (request) => mallView(await readMallFor(depsOf(request), request.caller.account, request.params.id)))
  const pictures = { bodyLimit: PICTURE_BODY_LIMIT }
  serve(
    app,
    formCalls.addMall,
    async (request) => {
      const added = await addMall(depsOf(request), accountOf(request), request.body)
      const whole = await wholeMall(depsOf(request), accountOf(request), added)
      return { ...whole, ...ownerNote(added), message: 'Mall added successfully!' }
    },
    pictures,
  )
  serve(
    app,
    formCalls.changeMall,
    async (request) => {
      const changed = await changeMallOfShops(depsOf(request), accountOf(request), request.params.id, request.body)
      const whole = await wholeMall(depsOf(request), accountOf(request), changed)
      return { ...whole, ...ownerNote(changed), message: 'Mall updated successfully!' }
    },
    pictures,
  )
  serve(
    app,
    formCalls.addShop,
    async (request) => {
      const added = await addShop(depsOf(request), accountOf(request), request.params.id, request.body)
      return { ...shopView(added), message: 'Menu item added successfully!' }
    },
    pictures,
  )
  serve(
    app,
    formCalls.changeShop,
    async (request) => {
      const { shopId, itemName } = request.params
      const changed = await changeShop(depsOf(request), accountOf(request), shopId, itemName, request.body).catch(refuseInItsWords)
      return { ...shopView(changed), message: 'Menu item updated successfully!' }
    },
    pictures,
  )
}

/** Present if the email of the form belongs to an account that existed before. */
const ownerNote = ({ ownerSince }: MallWithOwner) => (ownerSince ? { ownerSince: ownerSince.toISOString() } : {})

const shopView = ({
  shop: { id, slug, name, description, image, link },
  email,
}: Pick<ShopWithAccount, 'shop'> & { email: string | null | undefined }) => ({
  ...{ id, slug, name, description, image, link },
  ...(email === undefined ? {} : { email }),
})

const mallView = ({ mall: { id, slug, title, description, image }, email, shops }: MallView) => ({
  ...{ id, slug, title, description, image },
  ...(email === undefined ? {} : { email }),
  shops: shops.map(shopView),
})

/** Works even if the change has ended the caller's own session. */
const wholeMall = async (deps: Deps, caller: AccountCaller, { mall, email }: MallWithOwner) => ({
  ...mallView(await readMallFor(deps, caller, mall.id)),
  email,
})

/** The form that changes a shop has fields `newName`, `newEmail` …, so a refusal must use these names. */
function refuseInItsWords(error: unknown): never {
  if (!(error instanceof Refusal) || !error.details.fields) throw error
  const fields = Object.entries(error.details.fields).map(([name, sentence]) => [`new${name[0]?.toUpperCase()}${name.slice(1)}`, sentence])
  throw new Refusal(error.code, { ...error.details, sentence: error.message, fields: Object.fromEntries(fields) })
}

export function settingsRoutes(app: App, depsOf: DepsOf): void {
  serve(app, settingsCalls.readSettings, (request) => readSettings(depsOf(request), accountOf(request), request.params.id))
  serve(app, settingsCalls.changeSettings, (request) => saveSettings(depsOf(request), accountOf(request), request.params.id, request.body))
  serve(app, settingsCalls.endBookings, async (request) => ({
    count: await endBookings(depsOf(request), accountOf(request), request.params.id),
  }))
}
