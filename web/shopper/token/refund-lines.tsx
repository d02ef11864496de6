import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { RefundTexts } from '#texts/en/refund.ts'
import type { Say } from '#texts/speak.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'

type Refund = NonNullable<PassWire['payment']>['refunds'][number]

/** A refund by hand is cash, collected at the counter. */
export function RefundLines({ pass, say }: { pass: PassWire; say: Say<RefundTexts> }) {
  return (
    <section className="card refunds" aria-label={say('title')}>
      {pass.payment?.refunds.map((refund) => (
        <div key={refund.id} className="say">
          <Icon name="receipt" />
          <div>
            <p className="num">{wordsOf(refund, pass.number, say)}</p>
            {refund.state === 'started' && <p className="fine">{say('startedHint')}</p>}
            {refund.bankReference !== null && <p className="fine num">{say('reference', { reference: refund.bankReference })}</p>}
          </div>
        </div>
      ))}
    </section>
  )
}

function wordsOf({ state, amountPaise }: Refund, number: number | null, say: Say<RefundTexts>): string {
  const amount = rupees(amountPaise)
  if (state !== 'by_hand') return say(state, { amount })
  return number === null ? say('cash', { amount }) : say('cashToken', { amount, number })
}
