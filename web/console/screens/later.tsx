import { Alert, Button, Loader } from '@mantine/core'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import type { SignedIn } from '../../../contract/accounts.ts'
import { paths } from '../../../contract/paths.ts'
import { useLogout, useWho } from '../../features/accounts/use-who.ts'
import type { Mall } from '../../features/malls/api.ts'
import { useMalls, useMallsOf, useShops } from '../../features/malls/use-malls.ts'
import { useDemo } from '../../session/page.ts'
import { useSession } from '../../session/use-session.ts'
import { useSay } from '../../session/words.ts'
import { CarpetMark } from '../../ui/carpet.tsx'
import { Icon } from '../../ui/icons.tsx'
import { DemoBanner } from '../demo-banner.tsx'
import { useTitle } from '../use-title.ts'
import './later.css'

/** Screens for super administrators alone. */
const forOperators: ReadonlySet<string> = new Set([paths.mallPicker(), '/ownerdashboard'])

/** An owner's or administrator's screen that is not there yet: says so, names itself, and offers what does work. */
export function Screen() {
  const say = useSay()
  const demo = useDemo()
  const role = useSession()?.role
  const { pathname } = useLocation()
  const title = useTitle()
  const who = useWho()
  const logout = useLogout()
  // Sent on by role from there.
  if (forOperators.has(pathname) && role !== undefined && role !== 'superadmin') return <Navigate to="/" replace />
  return (
    <div className="page">
      <header>
        {demo && <DemoBanner />}
        <div className="bar">
          <p className="brand">
            <CarpetMark />
            {say('brand')}
          </p>
          <span className="bar__person">{who.data?.account.name}</span>
          <Button variant="subtle" color="gray" leftSection={<Icon name="logout" />} onClick={logout}>
            {say('logout')}
          </Button>
        </div>
      </header>
      <main className="later">
        <h1>{title !== undefined && say(title)}</h1>
        <Alert className="alert alert--info" color="cart" variant="light" icon={<Icon name="clock" />}>
          {say('comesLater')} {say('comesLaterHint')}
        </Alert>
        {who.data ? <Ways who={who.data} /> : <Loader aria-label={say('loading')} />}
      </main>
    </div>
  )
}

/** The counters that this account may open, mall by mall. */
function Ways({ who }: { who: SignedIn }) {
  const say = useSay()
  const { mallId } = useParams()
  const operator = who.account.role === 'superadmin'
  const every = useMalls(operator)
  const own = useMallsOf(who.mallIds)
  const shops = useShops(who.shopIds)
  const malls = operator ? (every.data ?? []) : own.flatMap((mall) => (mall.data ? [mall.data] : []))
  const pending = (operator && every.isPending) || [...own, ...shops].some((one) => one.isPending)
  if (pending) return <Loader aria-label={say('loading')} />
  if (every.isError || [...own, ...shops].some((one) => one.isError)) return <p role="alert">{say('listFailed')}</p>
  // The mall of the address first; the others stay in reach below it.
  const sorted = malls.toSorted((a, b) => Number(b.id === mallId) - Number(a.id === mallId))
  if (who.account.role === 'staff') {
    return <ShopList title={say('yourShops')} shops={shops.flatMap(({ data }) => (data ? [data.shop] : []))} />
  }
  return sorted.map((mall: Mall) => <ShopList key={mall.id} title={say('shopsOf', { mall: mall.title })} shops={mall.shops} />)
}

function ShopList({ title, shops }: { title: string; shops: readonly { id: string; name: string; description: string }[] }) {
  const say = useSay()
  return (
    <section className="later__mall">
      <h2>{title}</h2>
      {shops.length === 0 && <p className="muted">{say('noShops')}</p>}
      <ul className="later__shops">
        {shops.map((shop) => (
          <li key={shop.id} className="panel">
            <Icon name="shop" />
            <p>
              <b>{shop.name}</b>
              {shop.description !== '' && <span className="muted">{shop.description}</span>}
            </p>
            <div className="later__ways">
              <Button component={Link} to={paths.counter(shop.id)} variant="outline">
                {say('openCounter')}
              </Button>
              <Button component={Link} to={paths.shopCountdown(shop.id)}>
                {say('openCountdown')}
              </Button>
              {/* The shopper wing: another document. */}
              <Button component="a" href={paths.welcome(shop.id)}>
                {say('openWelcome')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
