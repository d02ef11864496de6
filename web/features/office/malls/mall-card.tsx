import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Mall, useOverview } from '#web/data/malls.ts'
import { PlacePicture } from '#web/ui/place-picture.tsx'
import { sayOfPlaces, waitingWords } from '#web/words/place.ts'
import './mall-card.css'

/** The id of a card's heading. It describes the card's buttons, so they can have the same short names on every card. */
export const titleOf = (mall: Mall): string => `title-${mall.id}`

/** `children` are its links and buttons. `counted` also shows how many people wait. */
export function MallCard({
  mall,
  counted,
  marked = false,
  children,
}: {
  mall: Mall
  counted: boolean
  marked?: boolean
  children: ReactNode
}) {
  const overview = useOverview(mall.id, counted).data
  const waiting = overview?.shops.reduce((sum, shop) => sum + shop.waiting, 0)
  return (
    <li className="panel mall-card" data-marked={marked || undefined}>
      <div className="mall-card__picture">
        <PlacePicture id={mall.id} kind="mall" image={mall.image} alt={sayOfPlaces('pictureOf', { name: mall.title })} />
      </div>
      <div className="mall-card__text">
        <h2 id={titleOf(mall)}>{mall.title}</h2>
        {mall.description !== '' && <p>{mall.description}</p>}
        <p className="mall-card__tags">
          <Badge className="num">{sayOfPlaces('shopCount', { count: mall.shops.length })}</Badge>
          {waiting !== undefined && (
            <Badge className="num" data-tone={waiting > 0 ? 'ok' : undefined}>
              {waitingWords(waiting)}
            </Badge>
          )}
          {overview?.gstinWaiting && <Badge>{sayOfPlaces('gstinWaits')}</Badge>}
        </p>
      </div>
      <div className="mall-card__ways">{children}</div>
    </li>
  )
}
