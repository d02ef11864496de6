import { rupees } from '#contract/base/money.ts'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { PromiseTerms } from '#web/shopper/parts/promise-terms.tsx'

/** `rule` says when the fee comes back. */
export function PriceTag({ fee, isFree, rule }: { fee: StorefrontWire['fee']; isFree: boolean; rule: string }) {
  const { say } = useJourney()
  const { basePaise, extraPaise, totalPaise, taxBasisPoints } = fee
  return (
    <section className="tag perforated">
      <div className="tag__pass">
        <svg viewBox="0 0 44 44" fill="none" aria-hidden="true">
          <circle cx="22" cy="22" r="20" stroke="var(--gold-300)" strokeWidth="1.5" />
          <circle cx="22" cy="22" r="16" stroke="var(--gold-300)" strokeOpacity=".45" />
          <path d="M19 12h6l5.5 20h-17z" fill="var(--gold-300)" />
          <path d="M20.6 12h2.8l1.6 20h-6z" fill="var(--carpet-700)" />
        </svg>
      </div>
      <div className="tag__sum">
        <span>{say('oneTimeFee')}</span>
        <b className="num">
          {isFree ? say('free') : rupees(basePaise)}
          {extraPaise > 0 && <small> + {rupees(extraPaise)}</small>}
        </b>
        {!isFree && (
          <>
            <span className="num">
              {taxBasisPoints !== null && extraPaise > 0
                ? say('totalGst', { total: rupees(totalPaise), rate: taxBasisPoints / 100 })
                : say('total', { total: rupees(totalPaise) })}
            </span>
            <PromiseTerms />
            <span className="tag__rule">{rule}</span>
          </>
        )}
      </div>
    </section>
  )
}
