import { Anchor, Button } from '@mantine/core'
import { paths } from '../../../contract/paths.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { PlacePicture } from '../../ui/place-picture.tsx'
import type { Mall } from './api.ts'
import './shop-cards.css'

type Shop = Mall['shops'][number]

/** A mall's shops side by side; what is beyond the edge scrolls in, also when its links are reached by keyboard. `visit` leaves for the shop as nobody, in a new tab where the shop has a link of its own. */
export function ShopCards({ shops, visit }: { shops: readonly Shop[]; visit: (shop: Shop) => void }) {
  return (
    <ul className="shop-cards" aria-label={sayOfPlaces('shopsOfMall')}>
      {shops.map((shop) => (
        <li key={shop.id} className="panel shop-card">
          <div className="shop-card__picture">
            <PlacePicture id={shop.id} image={shop.image} alt={sayOfPlaces('pictureOf', { name: shop.name })} />
          </div>
          <div className="shop-card__text">
            <h3 id={`card-${shop.id}`}>{shop.name}</h3>
            {shop.description !== '' && <p className="muted">{shop.description}</p>}
          </div>
          <div className="shop-card__ways">
            <Button
              component="a"
              variant="outline"
              href={paths.visit(shop.id)}
              aria-describedby={`card-${shop.id}`}
              {...(shop.link !== null && { target: '_blank', rel: 'noopener' })}
              onClick={(event) => {
                event.preventDefault()
                visit(shop)
              }}
            >
              {sayOfPlaces('visitSite')}
            </Button>
            {shop.link !== null && (
              <Anchor href={shop.link} target="_blank" rel="noopener noreferrer" className="shop-card__link">
                <Icon name="link" />
                {hostOf(shop.link)}
              </Anchor>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).host : link)
