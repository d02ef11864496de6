import { Button, Loader } from '@mantine/core'
import { type MouseEvent, Suspense, useDeferredValue, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { finds } from '#contract/base/typed.ts'
import { paths } from '#contract/screens.ts'
import { MallPage } from '#web/console/mall-page.tsx'
import { useManages } from '#web/console/use-manages.ts'
import { useWho } from '#web/data/accounts/who.ts'
import { type Mall, type Overview, useOverview } from '#web/data/malls.ts'
import { leaveFor } from '#web/features/accounts/leave.ts'
import { Checklist } from '#web/features/office/malls/checklist.tsx'
import { GstinNotice } from '#web/features/office/malls/gstin-notice.tsx'
import { MallForm } from '#web/features/office/malls/mall-form.tsx'
import { MallToday } from '#web/features/office/malls/mall-today.tsx'
import { SellerForm } from '#web/features/office/malls/seller-form.tsx'
import { ShopCards } from '#web/features/office/malls/shop-cards.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { PlacePicture } from '#web/ui/place-picture.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { tell } from '#web/ui/tell.tsx'
import { useWayBack } from '#web/ui/use-way-back.ts'
import { lazyPart } from '#web/words/lazy-part.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import './mall-view.css'

/** Loaded later, because few visits need it. */
const GatewaysPanel = lazyPart(async () => (await import('#web/features/gateways/gateways-panel.tsx')).GatewaysPanel)

/** `/branddashboard2/{id}`: a mall as its guests see it. Its managers also see their links and first steps. */
export function Screen() {
  const { mallId = '' } = useParams()
  const manages = useManages(mallId) ?? false
  const overview = useOverview(mallId, manages)
  return <MallPage mallId={mallId}>{(mall) => <View key={mallId} mall={mall} overview={overview.data} />}</MallPage>
}

function View({ mall, overview }: { mall: Mall; overview: Overview | undefined }) {
  const operator = useWho().data?.account.role === 'superadmin'
  const [search, setSearch] = useState('')
  const part = useSearchParams()[0].get('part')
  const [open, setOpen] = useState<'mall' | 'seller' | 'gateways' | null>(part === 'gateways' ? part : null)
  const wanted = useDeferredValue(search)
  const found = mall.shops.filter((shop) => finds(shop.name, wanted))
  const { remember, goBack } = useWayBack()
  const cancel = () => {
    goBack()
    setOpen(null)
  }
  const saved = () => {
    cancel()
    tell({ topic: 'mall', text: sayOfPlaces('mallUpdated', { mall: mall.title }), close: say('closeMessage') })
  }
  const opener = (form: 'mall' | 'seller' | 'gateways') => ({
    'aria-expanded': open === form,
    onClick: (event: MouseEvent<HTMLElement>) => {
      remember(event)
      setOpen(form === 'gateways' && open === form ? null : form)
    },
  })
  return (
    <>
      <header className="panel mall-view">
        <div className="mall-view__picture">
          <PlacePicture id={mall.id} kind="mall" image={mall.image} alt={sayOfPlaces('pictureOf', { name: mall.title })} />
        </div>
        <div className="mall-view__text">
          <h1>{mall.title}</h1>
          {mall.description !== '' && <p className="muted">{mall.description}</p>}
        </div>
        {overview && (
          <div className="mall-view__ways">
            <Button leftSection={<Icon name="edit" />} {...opener('mall')}>
              {sayOfPlaces('editMall')}
            </Button>
            <Button leftSection={<Icon name="settings" />} {...opener('seller')}>
              {sayOfPlaces('sellerWay')}
            </Button>
            <Button leftSection={<Icon name="card" />} {...opener('gateways')}>
              {sayOfPlaces('gatewaysWay')}
            </Button>
            {/* The shopper wing is another document. */}
            <Button component="a" href={paths.welcome(mall.id)} target="_blank" rel="noopener" leftSection={<Icon name="shop" />}>
              {sayOfPlaces('entrancePage')}
            </Button>
            <Button component={Link} to={paths.qrCode(mall.id)} leftSection={<Icon name="qr" />}>
              {sayOfPlaces('entranceCode')}
            </Button>
          </div>
        )}
      </header>
      {open === 'mall' && <MallForm mall={mall} saved={saved} cancel={cancel} />}
      {open === 'seller' && overview && <SellerForm overview={overview} saved={saved} cancel={cancel} />}
      {open === 'gateways' && overview && (
        <Suspense fallback={<Loader aria-label={say('loading')} />}>
          <GatewaysPanel mallId={mall.id} timeZone={overview.timeZone} />
        </Suspense>
      )}
      {overview && <GstinNotice overview={overview} mayConfirm={operator} confirmed={saved} />}
      {overview && <Checklist key={overview.id} overview={overview} askContact={opener('seller').onClick} />}
      {mall.shops.length > 0 && overview && <MallToday mallId={mall.id} />}
      <section className="mall-view__shops" aria-labelledby="shops">
        <div className="title">
          <h2 id="shops">{say('yourShops')}</h2>
          {mall.shops.length > 0 && (
            <SearchField label={sayOfPlaces('searchByName')} clear={say('clearSearch')} value={search} onChange={setSearch} />
          )}
        </div>
        {found.length === 0 ? (
          <p className="panel nothing">{sayOfPlaces(mall.shops.length === 0 ? 'noMenuItems' : 'noShopFits')}</p>
        ) : (
          <>
            <p className="muted">{sayOfPlaces('visitSiteNote')}</p>
            <ShopCards shops={found} visit={(shop) => leaveFor(shop, shop.link !== null)} />
          </>
        )}
      </section>
    </>
  )
}
