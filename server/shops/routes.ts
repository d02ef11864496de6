import { listMalls as listWire, readMall } from '../../contract/malls.wire.ts'
import type { Deps } from '../deps.ts'
import { type App, answers } from '../http/app.ts'
import { listMalls, type Mall } from '../malls/service.ts'
import { mallWithShops, type Shop, shopsOf } from './service.ts'

/** Malls and their shops, public fields. They stand here because a mall's answer carries its shops. */
export function shopRoutes(app: App, deps: Deps): void {
  app.get('/api/shops', { schema: { response: answers(listWire.answer) } }, async () => {
    const malls = await listMalls(deps)
    const shops = await shopsOf(deps.db, malls)
    return malls.map((mall) =>
      publicMall(
        mall,
        shops.filter((shop) => shop.mall.id === mall.id),
      ),
    )
  })
  app.get('/api/shops/:id', { schema: { params: readMall.params, response: answers(readMall.answer) } }, async ({ params }) => {
    const { mall, shops } = await mallWithShops(deps.db, params.id)
    return publicMall(mall, shops)
  })
}

const publicMall = ({ id, title, description, image }: Mall, shops: readonly Shop[]) => ({
  id,
  title,
  description,
  image,
  shops: shops.map(({ id, name, description, image, link }) => ({ id, name, description, image, link })),
})
