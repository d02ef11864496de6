import { useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import { finds } from '#contract/base/typed.ts'
import { shopperPaths } from '#contract/shopper-screens.ts'
import type { MallEntrance, OwnTicket } from '#contract/storefront/storefront.ts'
import { type Tell, useJourney } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { PlaceDrawing } from '#web/ui/place-drawing.tsx'
import { kindOfShop, type PlaceKind } from '#web/ui/place-kind.ts'
import { useBroken } from '#web/ui/use-broken.ts'

type Shop = MallEntrance['shops'][number]

/** From this number of shops on, a search is quicker than a look at the list. */
const MANY = 8

const drawings = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  onward: 'M9 5l7 7-7 7',
}

export function Entrance() {
  const { world, say } = useJourney()
  const [text, setText] = useState('')
  const { entrance } = world
  if (entrance === null) return null
  const { mall, tickets } = entrance
  const found = entrance.shops.filter(({ name }) => finds(name, text))
  const open = found.filter(({ isOpen }) => isOpen).sort((a, b) => rankOf(a) - rankOf(b))
  const closed = found.filter(({ isOpen }) => !isOpen)
  // A search shows all that was found.
  const isFolded = open.length > 0 && text.trim() === ''
  return (
    <>
      <Bar home />
      <section className="front">
        <div className="front__picture">
          <Picture id={mall.id} kind="mall" image={mall.image} />
        </div>
        <div className="front__words">
          <p>{say('titleEntrance')}</p>
          <h1 tabIndex={-1}>{mall.title}</h1>
        </div>
        {mall.description !== '' && <p className="front__more">{mall.description}</p>}
      </section>
      {tickets.length > 0 && (
        <ul className="own pad">
          {tickets.map((ticket) => (
            <Own key={ticket.shopId} ticket={ticket} />
          ))}
        </ul>
      )}
      <section className="shops pad" aria-labelledby="shops-title">
        <h2 id="shops-title">{say('chooseShop')}</h2>
        {entrance.shops.length >= MANY && (
          <label className="input shops__search">
            <span className="vh">{say('searchShops')}</span>
            <span className="pre">
              <Drawing path={drawings.search} />
            </span>
            <input type="search" placeholder={say('searchShops')} value={text} onChange={(event) => setText(event.target.value)} />
          </label>
        )}
        {found.length === 0 && (
          <p className="notice" role="status">
            {entrance.shops.length === 0 ? say('noShops') : say('noShopFound', { text: text.trim() })}
          </p>
        )}
        <Tickets shops={isFolded ? open : [...open, ...closed]} />
        {isFolded && closed.length > 0 && (
          <details className="shops__closed">
            <summary className="num">{say('closedShops', { count: closed.length })}</summary>
            <Tickets shops={closed} />
          </details>
        )}
      </section>
    </>
  )
}

/** Shops that save a wait come first, those that take no new tokens last; otherwise the mall's own order. */
const rankOf = ({ paused, waiting }: Shop): number => (paused !== null ? 2 : waiting > 0 ? 0 : 1)

function newsOf({ state, ahead }: OwnTicket, say: Tell): string | null {
  if (state === 'called') return say('titleCalled')
  if (state === 'pending_payment') return say('continuePay')
  if (ahead === null) return null
  return ahead === 0 ? say('youAreNext') : say('ownAhead', { count: ahead })
}

function Own({ ticket }: { ticket: OwnTicket }) {
  const { say } = useJourney()
  const { slug, shopName, number } = ticket
  const news = newsOf(ticket, say)
  return (
    <li>
      <a className="own__link" href={shopperPaths.token(slug)}>
        {number !== null && <b className="own__number num">{number}</b>}{' '}
        <span>
          <b>{say(number === null ? 'ownPlace' : 'ownToken', { shop: shopName })}</b>{' '}
          {news !== null && <small className="num">{news}</small>}
        </span>
        <Drawing path={drawings.onward} />
      </a>
    </li>
  )
}

function Tickets({ shops }: { shops: readonly Shop[] }) {
  const { say } = useJourney()
  return (
    <ul className="shops__list">
      {shops.map((shop) => (
        <li key={shop.id}>
          {/* Each shop is a document of its own, which brings its display. */}
          <a className={`shop${shop.isOpen && shop.paused === null ? '' : ' shop--off'}`} href={shopperPaths.welcome(shop.slug)}>
            <span className="shop__ticket perforated">
              <span className="shop__picture">
                <Picture id={shop.id} kind={kindOfShop(shop)} image={shop.image} />
              </span>
              <span className="shop__words">
                <b>{shop.name}</b> {shop.description !== '' && <span>{shop.description}</span>}
              </span>{' '}
              <span className="shop__stub num">
                {shop.isOpen && shop.paused === null ? (
                  <>
                    <b>{shop.waiting}</b> <span>{say('waiting')}</span>
                  </>
                ) : (
                  <b className="shop__state">{say(shop.isOpen ? 'paused' : 'closed')}</b>
                )}{' '}
                <span className="shop__price">{shop.totalPaise === 0 ? say('free') : rupees(shop.totalPaise)}</span>
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The drawn picture is shown if a place has none, or if it does not load. */
function Picture({ id, kind, image }: { id: string; kind: PlaceKind; image: string | null }) {
  const { isBroken, watched } = useBroken(image)
  if (image === null || isBroken) return <PlaceDrawing id={id} kind={kind} />
  return <img {...watched} src={image} alt="" loading="lazy" />
}
