import type { ReactNode } from 'react'
import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { DisplayBanner } from '../../ui/display-banner.tsx'
import { useJourney } from '../journey-context.ts'

/** The display of this shop, in the words of this person. */
export function Banner({ storefront, children }: { storefront: StorefrontWire; children?: ReactNode }) {
  const { say } = useJourney()
  const { shop, display } = storefront
  return (
    <DisplayBanner
      name={shop.name}
      display={display}
      label={say('displayLabel', { shop: shop.name })}
      alt={display.imageAlt === '' ? say('shopPicture', { shop: shop.name }) : display.imageAlt}
      drawn={say('drawnEntrance')}
    >
      {children}
    </DisplayBanner>
  )
}
