import type { ReactNode } from 'react'
import { rememberLanguage } from '../../session/shopper.ts'
import { allowLeaving } from '../information/leave-warning.ts'
import { addressOf } from '../journey.ts'
import { useJourney } from '../journey-context.ts'
import { Icon } from './Icon.tsx'
import { Mark } from './Mark.tsx'

/** The line above each screen: where one is, the other language, and the way back (or the mark on the first screen). */
export function Bar({ children, home = false }: { children?: ReactNode; home?: boolean }) {
  const { world, say, go } = useJourney()
  const shop = world.storefront?.shop ?? null
  const place = shop === null ? '' : shop.place === '' ? shop.mallTitle : say('placeLine', { mall: shop.mallTitle, place: shop.place })
  const other = world.locale === 'hi' ? 'en' : 'hi'
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
        <b>{shop?.name ?? world.entrance?.mall.title ?? 'Red Carpet'}</b>
        {place !== '' && <span>{place}</span>}
      </div>
      <button
        type="button"
        className="chip"
        lang={other}
        aria-label={say('otherLanguageLabel')}
        onClick={() => {
          rememberLanguage(other)
          allowLeaving()
          location.reload()
        }}
      >
        {say('otherLanguage')}
      </button>
      {children}
    </header>
  )
}
