import type { ReactNode } from 'react'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { DisplayBanner } from '#web/ui/display-banner.tsx'

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
