import { useState } from 'react'
import { rupees } from '../../../contract/money.ts'
import type { MallEntrance } from '../../../contract/storefront.wire.ts'
import { useBroken } from '../../ui/use-broken.ts'
import { useJourney } from '../journey-context.ts'
import { Bar } from '../parts/Bar.tsx'
import { Icon } from '../parts/Icon.tsx'

/** From so many shops on a search is quicker than a look. */
const MANY = 8

/** A mall's own code leads here: its shops, to choose from. */
export function Entrance() {
  const { world, say } = useJourney()
  const [text, setText] = useState('')
  const { entrance } = world
  if (entrance === null) return null
  const wanted = text.trim().toLocaleLowerCase()
  const shops = entrance.shops.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
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
              <Icon name="search" />
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
  return (
    <li>
      {/* Another shop is another document: its display comes with it. */}
      <a className="shop" href={`/${shop.id}`}>
        <span className="shop__picture">
          <Picture image={shop.image} />
        </span>
        <span className="shop__words">
          <b>{shop.name}</b>
          {shop.description !== '' && <span>{shop.description}</span>}
          <small className="num">
            <span className={shop.isOpen ? 'on' : 'off'}>{say(shop.isOpen ? 'open' : 'closed')}</span>
            {shop.isOpen && ` · ${say('waitingCount', { count: shop.waiting })}`}
            {` · ${shop.totalPaise === 0 ? say('free') : rupees(shop.totalPaise)}`}
          </small>
        </span>
        <Icon name="onward" />
      </a>
    </li>
  )
}

/** The shop's picture; the drawn one where it has none, or it does not load. */
function Picture({ image }: { image: string | null }) {
  const { isBroken, watched } = useBroken(image)
  if (image === null || isBroken) return <Icon name="shop" />
  return <img {...watched} src={image} alt="" loading="lazy" width={64} height={64} />
}
