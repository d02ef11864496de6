import { Anchor } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { finds } from '#contract/base/typed.ts'
import { paths } from '#contract/screens.ts'
import { ManagersMallPage } from '#web/console/mall-page.tsx'
import { ShopPlaceParts } from '#web/console/shop-place-parts.tsx'
import { StatePage } from '#web/console/state-page.tsx'
import { type Mall, useOverview } from '#web/data/malls.ts'
import { AddShopForm } from '#web/features/office/shops/add-shop-form.tsx'
import { DeleteShop, EditedShopRow, type ListedShop, ShopRow } from '#web/features/office/shops/shop-row.tsx'
import { PlacePicture } from '#web/ui/place-picture.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { tell } from '#web/ui/tell.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { refusalSentences } from '#web/words/refusals.ts'
import { say } from '#web/words/words.ts'
import './shop-details.css'

/** `/shop/{id}`: `?shop=` opens one shop's settings, counters or staff. */
export function Screen() {
  const { mallId = '' } = useParams()
  const shopId = useSearchParams()[0].get('shop')
  if (mallId.trim() === '') return <StatePage title={<span role="alert">{refusalSentences().shop_required}</span>} />
  return (
    <ManagersMallPage mallId={mallId}>
      {(mall) => {
        const shop = mall.shops.find(({ id }) => id === shopId)
        return shop ? <ShopPlaceParts key={shop.id} mall={mall} shop={shop} /> : <Shops mall={mall} />
      }}
    </ManagersMallPage>
  )
}

function Shops({ mall }: { mall: Mall }) {
  const overview = useOverview(mall.id, true)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<ListedShop | null>(null)
  const wanted = useDeferredValue(search)
  const found = mall.shops.filter((shop) => finds(shop.name, wanted))
  const news = (text: string) => tell({ topic: 'shop', text, close: say('closeMessage') })
  const leave = () => {
    setLeft(edited)
    setEdited(null)
  }
  return (
    <>
      <MallHead mall={mall} servedToday={overview.data?.shops.reduce((sum, shop) => sum + shop.servedToday, 0)} />
      <div className="split">
        <section className="panel" aria-labelledby="shops">
          <div className="title shop-details__title">
            <h2 id="shops">{say('yourShops')}</h2>
            <SearchField label={sayOfPlaces('searchByName')} clear={say('clearSearch')} value={search} onChange={setSearch} />
          </div>
          {found.length === 0 && <p className="nothing">{sayOfPlaces(mall.shops.length === 0 ? 'noShopsYet' : 'noShopFits')}</p>}
          <ul>
            {found.map((shop) =>
              shop.id === edited ? (
                <EditedShopRow
                  key={shop.id}
                  mallId={mall.id}
                  shop={shop}
                  cancel={leave}
                  saved={() => {
                    leave()
                    news(sayOfPlaces('shopSaved'))
                  }}
                />
              ) : (
                <ShopRow
                  key={shop.id}
                  shop={shop}
                  day={overview.data?.shops.find(({ id }) => id === shop.id)}
                  ways={<ShopWays mallId={mall.id} shopId={shop.id} />}
                  wasEdited={shop.id === left}
                  edit={() => setEdited(shop.id)}
                  remove={() => setLeaving(shop)}
                />
              ),
            )}
          </ul>
        </section>
        <AddShopForm mallId={mall.id} />
      </div>
      <DeleteShop
        mallId={mall.id}
        shop={leaving}
        waiting={overview.data?.shops.find(({ id }) => id === leaving?.id)?.waiting ?? 0}
        keep={() => setLeaving(null)}
        removed={(shop) => {
          news(sayOfPlaces('shopDeleted', { shop: shop.name }))
          setLeaving(null)
        }}
      />
    </>
  )
}

function MallHead({ mall, servedToday }: { mall: Mall; servedToday: number | undefined }) {
  return (
    <header className="panel shop-details-head">
      <div className="shop-details-head__picture">
        <PlacePicture id={mall.id} kind="mall" image={mall.image} alt={sayOfPlaces('pictureOf', { name: mall.title })} />
      </div>
      <div className="shop-details-head__text">
        <h1>{mall.title}</h1>
        <p className="muted">{sayOfPlaces('shopCount', { count: mall.shops.length })}</p>
      </div>
      {servedToday !== undefined && (
        <dl className="shop-details-facts">
          <div>
            <dt>{sayOfPlaces('servedToday')}</dt>
            <dd className="num">{servedToday}</dd>
          </div>
        </dl>
      )}
    </header>
  )
}

function ShopWays({ mallId, shopId }: { mallId: string; shopId: string }) {
  const ways = [
    [paths.shopPlace(mallId, shopId, 'settings'), sayOfPlaces('settings')],
    [paths.shopPlace(mallId, shopId, 'counters'), sayOfPlaces('counters')],
    [paths.shopPlace(mallId, shopId, 'staff'), sayOfPlaces('staff')],
    [paths.editDisplay(shopId), sayOfPlaces('display')],
    [paths.qrCode(shopId), sayOfPlaces('qrCode')],
    [paths.board(shopId), sayOfPlaces('hallBoard')],
    [paths.counter(shopId), say('openCounter')],
  ] as const
  return ways.map(([to, label]) => (
    <Anchor key={to} component={Link} to={to} aria-describedby={`shop-${shopId}`}>
      {label}
    </Anchor>
  ))
}
