import { Refusal } from '../../contract/errors.ts'
import * as wire from '../../contract/malls.wire.ts'
import { PICTURE_BODY_LIMIT } from '../../contract/picture-limits.ts'
import type { AccountCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { accountOf } from '../http/policy.ts'
import { addMall, type MallWithOwner } from '../malls/manage-malls.ts'
import { addShop, changeMallOfShops, changeShop, type OpenFirstCounter, type ShopWithAccount } from './manage-shops.ts'
import { listMallsFor, type MallView, readMallFor } from './read-malls.ts'

/** Malls and their shops. They stand here because a mall's answer carries its shops; who may manage one sees more of it. */
export function shopRoutes(app: App, depsOf: DepsOf, openFirstCounter: OpenFirstCounter): void {
  app.get('/api/shops', { schema: { response: answers(wire.listMalls.answer) } }, async (request) =>
    (await listMallsFor(depsOf(request), request.caller.account)).map(mallView),
  )
  app.get('/api/shops/:id', { schema: { params: wire.readMall.params, response: answers(wire.readMall.answer) } }, async (request) =>
    mallView(await readMallFor(depsOf(request), request.caller.account, request.params.id)),
  )
  const pictures = { bodyLimit: PICTURE_BODY_LIMIT }
  app.post(
    '/api/shops',
    { ...pictures, schema: { body: wire.addMall.body, response: answers(wire.addMall.answer, 201) } },
    async (request, reply) => {
      const added = await addMall(depsOf(request), accountOf(request), request.body)
      return reply.code(201).send({ ...(await wholeMall(depsOf(request), accountOf(request), added)), message: 'Mall added successfully!' })
    },
  )
  const change = { params: wire.changeMall.params, body: wire.changeMall.body, response: answers(wire.changeMall.answer) }
  app.put('/api/shops/:id', { ...pictures, schema: change }, async (request) => {
    const changed = await changeMallOfShops(depsOf(request), accountOf(request), request.params.id, request.body)
    return { ...(await wholeMall(depsOf(request), accountOf(request), changed)), message: 'Mall updated successfully!' }
  })
  const addition = { params: wire.addShop.params, body: wire.addShop.body, response: answers(wire.addShop.answer, 201) }
  app.post('/api/shops/:id/menu', { ...pictures, schema: addition }, async (request, reply) => {
    const added = await addShop(depsOf(request), accountOf(request), request.params.id, request.body, openFirstCounter)
    return reply.code(201).send({ ...shopView(added), message: 'Menu item added successfully!' })
  })
  const item = { params: wire.changeShop.params, body: wire.changeShop.body, response: answers(wire.changeShop.answer) }
  app.put('/api/shops/update-menu-item/:shopId/:itemName', { ...pictures, schema: item }, async (request) => {
    const { shopId, itemName } = request.params
    const changed = await changeShop(depsOf(request), accountOf(request), shopId, itemName, request.body).catch(refuseInItsWords)
    return { ...shopView(changed), message: 'Menu item updated successfully!' }
  })
}

const shopView = ({
  shop: { id, name, description, image, link },
  email,
}: Pick<ShopWithAccount, 'shop'> & { email: string | null | undefined }) => ({
  ...{ id, name, description, image, link },
  ...(email === undefined ? {} : { email }),
})

const mallView = ({ mall: { id, title, description, image }, email, shops }: MallView) => ({
  ...{ id, title, description, image },
  ...(email === undefined ? {} : { email }),
  shops: shops.map(shopView),
})

/** A mall that was just changed, as who may manage it sees it; a login that the change ended is still answered. */
const wholeMall = async (deps: Deps, caller: AccountCaller, { mall, email }: MallWithOwner) => ({
  ...mallView(await readMallFor(deps, caller, mall.id)),
  email,
})

/** The form that changes a shop spells its fields `newName`, `newEmail` …: a refusal names them so. */
function refuseInItsWords(error: unknown): never {
  if (!(error instanceof Refusal) || !error.details.fields) throw error
  const fields = Object.entries(error.details.fields).map(([name, sentence]) => [`new${name[0]?.toUpperCase()}${name.slice(1)}`, sentence])
  throw new Refusal(error.code, { ...error.details, sentence: error.message, fields: Object.fromEntries(fields) })
}
