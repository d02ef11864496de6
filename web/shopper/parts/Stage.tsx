import type { ReactNode } from 'react'
import { useJourney } from '../journey-context.ts'
import { Banner } from '../welcome/Banner.tsx'

/** Where a screen stands: alone on a phone; on a wide screen the evening entrance is beside it. */
export function Stage({ children }: { children: ReactNode }) {
  const { world, say } = useJourney()
  const { screen, storefront } = world
  const isNight = screen === 'welcome' || screen === 'entrance' || screen === 'missing'
  return (
    <div className={`app app--${screen}${isNight ? ' night' : ''}`} data-screen={screen}>
      {world.demo && <header className="demo">{say('demo')}</header>}
      <div className="stage">
        {!isNight && storefront !== null && (
          <aside className="scene night" aria-hidden="true">
            <Banner storefront={storefront} />
            <p className="scene__name">{storefront.shop.name}</p>
            <p className="scene__mall">{storefront.shop.mallTitle}</p>
          </aside>
        )}
        <main className="page">{children}</main>
      </div>
    </div>
  )
}
