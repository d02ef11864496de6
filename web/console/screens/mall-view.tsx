import { Button } from '@mantine/core'
import { type MouseEvent, useDeferredValue, useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { leaveFor, useWho } from '../../features/accounts/use-who.ts'
import type { Mall, Overview } from '../../features/malls/api.ts'
import { Checklist } from '../../features/malls/checklist.tsx'
import { MallForm } from '../../features/malls/mall-form.tsx'
import { MallSwitch } from '../../features/malls/mall-switch.tsx'
import { SellerForm } from '../../features/malls/seller-form.tsx'
import { ShopCards } from '../../features/malls/shop-cards.tsx'
import { useMalls, useMallsOf, useOverview, useRefreshMalls } from '../../features/malls/use-malls.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { PlacePicture } from '../../ui/place-picture.tsx'
import { fits, SearchField } from '../../ui/search-field.tsx'
import { tell } from '../../ui/tell.tsx'
import { useWayBack } from '../../ui/use-way-back.ts'
import { BarWay } from '../console-page.tsx'
import { MallPage } from '../mall-page.tsx'
import { useManages } from '../use-manages.ts'
import '../../ui/things.css'
import './mall-view.css'

/** `/branddashboard2/{id}`: a mall as its guests see it; its managers find their ways and first steps around it. */
export function Screen() {
  const { mallId = '' } = useParams()
  const manages = useManages(mallId) ?? false
  const overview = useOverview(mallId, manages)
  return (
    <MallPage
      mallId={mallId}
      ways={
        manages && (
          <>
            <OwnMalls mallId={mallId} />
            <BarWay to={paths.shopDetails(mallId)} icon="shop">
              {sayOfPlaces('shopsWay')}
            </BarWay>
            <BarWay to={paths.qrCode(null)} icon="qr">
              {sayOfPlaces('qrCode')}
            </BarWay>
          </>
        )
      }
    >
      {(mall) => <View key={mallId} mall={mall} overview={overview.data} />}
    </MallPage>
  )
}

function View({ mall, overview }: { mall: Mall; overview: Overview | undefined }) {
  const say = useSay()
  const refresh = useRefreshMalls()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<'mall' | 'seller' | null>(null)
  const wanted = useDeferredValue(search)
  const found = mall.shops.filter((shop) => fits(shop.name, wanted))
  const { remember, goBack } = useWayBack()
  const cancel = () => {
    goBack()
    setOpen(null)
  }
  const saved = () => {
    cancel()
    tell({ topic: 'mall', text: sayOfPlaces('mallUpdated', { mall: mall.title }), close: say('closeMessage') })
    void refresh()
  }
  const opener = (form: 'mall' | 'seller') => ({
    'aria-expanded': open === form,
    onClick: (event: MouseEvent<HTMLElement>) => {
      remember(event)
      setOpen(form)
    },
  })
  return (
    <>
      <header className="panel hall">
        <div className="hall__picture">
          <PlacePicture id={mall.id} image={mall.image} alt={sayOfPlaces('pictureOf', { name: mall.title })} />
        </div>
        <div className="hall__text">
          <h1>{mall.title}</h1>
          {mall.description !== '' && <p className="muted">{mall.description}</p>}
          {overview && (
            <div className="hall__ways">
              <Button leftSection={<Icon name="edit" />} {...opener('mall')}>
                {sayOfPlaces('editMall')}
              </Button>
              <Button leftSection={<Icon name="settings" />} {...opener('seller')}>
                {sayOfPlaces('sellerWay')}
              </Button>
            </div>
          )}
        </div>
      </header>
      {open === 'mall' && <MallForm mall={mall} saved={saved} cancel={cancel} />}
      {open === 'seller' && overview && <SellerForm overview={overview} saved={saved} cancel={cancel} />}
      {overview && <Checklist key={overview.id} overview={overview} />}
      <section className="hall__shops" aria-labelledby="shops">
        <div className="title">
          <h2 id="shops">{say('yourShops')}</h2>
          {mall.shops.length > 0 && (
            <SearchField label={sayOfPlaces('searchByName')} clear={say('clearSearch')} value={search} onChange={setSearch} />
          )}
        </div>
        {found.length === 0 ? (
          <p className="panel nothing">{sayOfPlaces(mall.shops.length === 0 ? 'noMenuItems' : 'noShopFits')}</p>
        ) : (
          <ShopCards shops={found} visit={(shop) => leaveFor(paths.visit(shop.id), shop.link !== null)} />
        )}
      </section>
      {overview && overview.shops.length > 0 && <Desks overview={overview} />}
    </>
  )
}

/** The ways to the counters, with how much goes on at each. */
function Desks({ overview }: { overview: Overview }) {
  const say = useSay()
  return (
    <section className="panel desks" aria-labelledby="desks">
      <h2 id="desks">{sayOfPlaces('countersToday')}</h2>
      <ul className="things">
        {overview.shops.map((shop) => (
          <li key={shop.id}>
            <span className="things__what">
              <b id={`desk-${shop.id}`}>{shop.name}</b>
              <span className="muted">
                {sayOfPlaces('waitingCount', { count: shop.waiting })}, {sayOfPlaces('servedCount', { count: shop.servedToday })}
                {!shop.isOpen && `, ${sayOfPlaces('closedNow')}`}
              </span>
            </span>
            <div className="things__acts">
              <Button component={Link} to={paths.counter(shop.id)} aria-describedby={`desk-${shop.id}`}>
                {say('openCounter')}
              </Button>
              <Button component={Link} to={paths.shopPlace(overview.id, shop.id, 'settings')} aria-describedby={`desk-${shop.id}`}>
                {sayOfPlaces('settings')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnMalls({ mallId }: { mallId: string }) {
  const who = useWho().data
  const operator = who?.account.role === 'superadmin'
  const every = useMalls(operator)
  const own = useMallsOf(operator || (who?.mallIds.length ?? 0) < 2 ? [] : (who?.mallIds ?? []))
  return <MallSwitch mallId={mallId} malls={operator ? (every.data ?? []) : own.flatMap(({ data }) => (data ? [data] : []))} />
}
