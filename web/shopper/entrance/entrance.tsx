import { useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import { finds } from '#contract/base/typed.ts'
import type { MallEntrance } from '#contract/storefront/storefront.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { useBroken } from '#web/ui/use-broken.ts'

/** From this number of shops on, a search is quicker than a look at the list. */
const MANY = 8

const drawings = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  onward: 'M9 5l7 7-7 7',
  shop: 'M4.5 10v9.5h15V10M3.5 9.5L5.5 4.5h13l2 5c0 3-4 3-4.25 0 0 3-4.25 3-4.25 0 0 3-4.25 3-4.25 0-.25 3-4.25 3-4.25 0zM10 19.5v-5h4v5',
}

/** The page that a mall's own code opens: its shops, to choose from. */
export function Entrance() {
  const { world, say } = useJourney()
  const [text, setText] = useState('')
  const { entrance } = world
  if (entrance === null) return null
  const shops = entrance.shops.filter(({ name }) => finds(name, text))
  return (
    <>
      <Bar home />
      <section className="welcome pad">
        <h1 tabIndex={-1}>{say('titleEntrance')}</h1>
        {entrance.mall.description !== '' && <p>{entrance.mall.description}</p>}
      </section>
      <section className="shops pad" aria-labelledby="shops-title">
        <h2 id="shops-title">{say('chooseShop')}</h2>
        {entrance.shops.length > MANY && (
          <label className="input shops__search">
            <span className="vh">{say('searchShops')}</span>
            <span className="pre">
              <Drawing path={drawings.search} />
            </span>
            <input type="search" placeholder={say('searchShops')} value={text} onChange={(event) => setText(event.target.value)} />
          </label>
        )}
        {shops.length === 0 ? (
          <p className="notice" role="status">
            {entrance.shops.length === 0 ? say('noShops') : say('noShopFound', { text: text.trim() })}
          </p>
        ) : (
          <ul>
            {shops.map((shop) => (
              <Shop key={shop.id} shop={shop} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Shop({ shop }: { shop: MallEntrance['shops'][number] }) {
  const { say } = useJourney()
  const paused = shop.paused !== null
  return (
    <li>
      {/* Each shop is a document of its own, which brings its display. */}
      <a className="shop" href={`/${shop.id}`}>
        <span className="shop__picture">
          <Picture image={shop.image} />
        </span>
        <span className="shop__words">
          <b>{shop.name}</b>
          {shop.description !== '' && <span>{shop.description}</span>}
          <small className="num">
            <span className={shop.isOpen && !paused ? 'on' : 'off'}>{say(shop.isOpen ? (paused ? 'paused' : 'open') : 'closed')}</span>
            {shop.isOpen && ` · ${shop.waiting === 0 ? say('noneWaiting') : say('waitingCount', { count: shop.waiting })}`}
            {` · ${shop.totalPaise === 0 ? say('free') : rupees(shop.totalPaise)}`}
          </small>
        </span>
        <Drawing path={drawings.onward} />
      </a>
    </li>
  )
}

/** The shop's picture. The drawn one is shown if it has none, or if it does not load. */
function Picture({ image }: { image: string | null }) {
  const { isBroken, watched } = useBroken(image)
  if (image === null || isBroken) return <Drawing path={drawings.shop} />
  return <img {...watched} src={image} alt="" loading="lazy" width={64} height={64} />
}
