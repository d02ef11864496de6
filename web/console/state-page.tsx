import type { ReactNode } from 'react'
import { isDemo } from '#web/session/page.ts'
import { CarpetMark, CarpetOutline } from '#web/ui/carpet.tsx'
import { say } from '#web/words/words.ts'
import { DemoBanner } from './demo-banner.tsx'
import { LanguageSwitch } from './language-switch.tsx'

/** For not found, failed, version and health. */
export function StatePage({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children?: ReactNode }) {
  return (
    <div className="page">
      <header>
        {isDemo && <DemoBanner />}
        <div className="bar">
          {/* A new page load, because this page may be what a broken one has left. */}
          <a href="/" className="brand">
            <CarpetMark />
            {say('brand')}
          </a>
          <div className="bar__ends">
            <LanguageSwitch />
          </div>
        </div>
      </header>
      <main className="state">
        <CarpetOutline />
        <h1>{title}</h1>
        {hint !== undefined && <p>{hint}</p>}
        {children !== undefined && <div className="state__ways">{children}</div>}
      </main>
    </div>
  )
}
