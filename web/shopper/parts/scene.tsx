import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { Banner } from '#web/shopper/welcome/banner.tsx'

/** The evening entrance next to the page, on wide screens only. */
export function Scene({ storefront }: { storefront: StorefrontWire }) {
  return (
    <aside className="scene night" aria-hidden="true">
      <Banner storefront={storefront} />
      <p className="scene__name">{storefront.shop.name}</p>
      <p className="scene__mall">{storefront.shop.mallTitle}</p>
    </aside>
  )
}
