import type { Tell } from './journey-context.ts'
import { Mark } from './parts/mark.tsx'

/** The page when a screen has failed: no journey, no live state, only a button that reloads. */
export function Broken({ say }: { say: Tell }) {
  return (
    <div className="app night">
      <main className="page">
        <section className="missing pad" role="alert">
          <Mark />
          <h1>{say('titleBroken')}</h1>
          <p>{say('brokenText')}</p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            {say('reload')}
          </button>
        </section>
      </main>
    </div>
  )
}
