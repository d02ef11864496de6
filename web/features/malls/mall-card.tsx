import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { sayOfPlaces } from '../../session/place-words.ts'
import { PlacePicture } from '../../ui/place-picture.tsx'
import type { Mall } from './api.ts'
import { useOverview } from './use-malls.ts'
import './mall-card.css'

/** The id of a card's heading: its buttons are described by it, and so have the same short names on every card. */
export const titleOf = (mall: Mall): string => `title-${mall.id}`

/** A mall with its picture and how much goes on there; `children` are the ways on. `counted` asks for the people waiting. */
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
  const waiting = useOverview(mall.id, counted).data?.shops.reduce((sum, shop) => sum + shop.waiting, 0)
  return (
    <li className="panel mall" data-marked={marked || undefined}>
      <div className="mall__picture">
        <PlacePicture id={mall.id} image={mall.image} alt={sayOfPlaces('pictureOf', { name: mall.title })} />
      </div>
      <div className="mall__text">
        <h2 id={titleOf(mall)}>{mall.title}</h2>
        {mall.description !== '' && <p>{mall.description}</p>}
        <p className="mall__tags">
          <Badge className="tag num">{sayOfPlaces('shopCount', { count: mall.shops.length })}</Badge>
          {waiting !== undefined && (
            <Badge className="tag num" data-tone={waiting > 0 ? 'ok' : undefined}>
              {sayOfPlaces('waitingCount', { count: waiting })}
            </Badge>
          )}
        </p>
      </div>
      <div className="mall__ways">{children}</div>
    </li>
  )
}
