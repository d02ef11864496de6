import type { ReactNode } from 'react'
import { isDemo } from '#web/session/page.ts'
import { CarpetAisle, CarpetMark } from '#web/ui/carpet.tsx'
import { say } from '#web/words/words.ts'
import { DemoBanner } from './demo-banner.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import './screens/sign-in.css'

/** For the screens of people who are not signed in yet. */
export function Gate({ children }: { children: ReactNode }) {
  return (
    <div className="sign-in">
      <header className="sign-in__art">
        <CarpetAisle />
        <p className="brand">
          <CarpetMark />
          {say('brand')}
        </p>
        <h1>{say('welcome')}</h1>
      </header>
      <main className="sign-in__side">
        {isDemo && <DemoBanner />}
        <div className="sign-in__language">
          <LanguageSwitch />
        </div>
        <div className="sign-in__box">{children}</div>
      </main>
    </div>
  )
}
