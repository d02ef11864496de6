import { Anchor, Button } from '@mantine/core'
import { paths } from '#contract/screens.ts'
import type { Mall } from '#web/data/malls.ts'
import { Icon } from '#web/ui/icons.tsx'
import { kindOfShop } from '#web/ui/place-kind.ts'
import { PlacePicture } from '#web/ui/place-picture.tsx'
import { urlOf } from '#web/ui/url.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import './shop-cards.css'

type Shop = Mall['shops'][number]

/**
 * Cards beyond the edge scroll in, also when the keyboard reaches their links. `visit` signs the person out and opens the shop's sign-in
 * page, in a new tab if the shop has its own link.
 */
export function ShopCards({ shops, visit }: { shops: readonly Shop[]; visit: (shop: Shop) => void }) {
  return (
    <ul className="shop-cards" aria-label={sayOfPlaces('shopsOfMall')}>
      {shops.map((shop) => (
        <li key={shop.id} className="panel shop-cards-one">
          <div className="shop-cards-one__picture">
            <PlacePicture id={shop.id} kind={kindOfShop(shop)} image={shop.image} alt={sayOfPlaces('pictureOf', { name: shop.name })} />
          </div>
          <div className="shop-cards-one__text">
            <h3 id={`card-${shop.id}`}>{shop.name}</h3>
            {shop.description !== '' && <p className="muted">{shop.description}</p>}
          </div>
          <div className="shop-cards-one__ways">
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
              <Anchor href={shop.link} target="_blank" rel="noopener noreferrer" className="shop-cards-one__link">
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

const hostOf = (link: string) => urlOf(link)?.host ?? link
