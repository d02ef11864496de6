import type { ReactNode } from 'react'
import { useJourney, useLate } from '#web/shopper/journey-context.ts'
import { useWide } from '#web/shopper/use-wide.ts'

export function Stage({ children }: { children: ReactNode }) {
  const { world, say, late } = useJourney()
  const { screen, storefront } = world
  const isNight = screen === 'welcome' || screen === 'entrance' || screen === 'missing'
  // Once the scene is loaded, the style sheet alone decides whether it is visible. It is loaded before the screen that shows it.
  const isWanted = useWide() || late.at('scene') !== undefined
  const Scene = useLate('scene', storefront !== null && isWanted)
  return (
    <div className={`app app--${screen}${isNight ? ' night' : ''}`} data-screen={screen}>
      {world.demo && <header className="demo">{say('demo')}</header>}
      <div className="stage">
        {Scene !== undefined && storefront !== null && !isNight && <Scene storefront={storefront} />}
        <main className="page">{children}</main>
      </div>
    </div>
  )
}
