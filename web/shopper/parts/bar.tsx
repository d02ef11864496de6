import type { ReactNode } from 'react'
import { languages, nextLocale } from '#contract/base/locale.ts'
import { doAtOnce } from '#web/shopper/at-once.ts'
import { allowLeaving } from '#web/shopper/information/leave-warning.ts'
import { addressOf } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from './icon.tsx'
import { Mark } from './mark.tsx'

/** `home` shows the brand's mark instead of the way back. */
export function Bar({ children, home = false }: { children?: ReactNode; home?: boolean }) {
  const { world, say, go } = useJourney()
  const shop = world.storefront?.shop ?? null
  const place = shop === null ? '' : shop.place === '' ? shop.mallTitle : say('placeLine', { mall: shop.mallTitle, place: shop.place })
  const other = nextLocale(world.locale)
  return (
    <header className="bar">
      {home || shop === null ? (
        <Mark />
      ) : (
        <a
          className="round round--plain bar__back"
          href={addressOf('welcome', world)}
          aria-label={say('back')}
          onClick={(event) => {
            event.preventDefault()
            go('welcome')
          }}
        >
          <Icon name="back" />
        </a>
      )}
      <div className="bar__where">
        <b>{shop?.name ?? 'Red Carpet'}</b>
        {place !== '' && <span>{place}</span>}
      </div>
      <button
        type="button"
        className="chip"
        lang={other}
        aria-label={languages[other].readIn}
        data-language={other}
        onClick={(event) => {
          allowLeaving()
          doAtOnce(event.currentTarget)
        }}
      >
        {languages[other].name}
      </button>
      {children}
    </header>
  )
}
