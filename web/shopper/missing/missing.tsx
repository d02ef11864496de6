import { useJourney } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'

/** No shop and no mall has this address. */
export function Missing() {
  const { say } = useJourney()
  return (
    <>
      <Bar home />
      <section className="missing pad">
        <svg viewBox="0 0 200 200" aria-hidden="true">
          <path d="M60 200V84a40 40 0 0 1 80 0v116z" fill="var(--carpet-900)" />
          <path d="M60 200V84a40 40 0 0 1 80 0v116M100 48v152" fill="none" stroke="var(--gold-500)" strokeWidth="2.5" />
          <circle cx="92" cy="132" r="3" fill="var(--gold-300)" />
          <circle cx="108" cy="132" r="3" fill="var(--gold-300)" />
        </svg>
        <h1 tabIndex={-1}>{say('titleMissing')}</h1>
        <p>{say('missingText')}</p>
        <p>{say('missingHint')}</p>
      </section>
    </>
  )
}
