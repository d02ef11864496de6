import { mobileEnd } from '#contract/base/checks.ts'
import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { ToPayTexts } from '#texts/en/to-pay.ts'
import type { Say } from '#texts/speak.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { Questions } from '#web/shopper/parts/support.tsx'
import { clockTime } from '#web/shopper/times.ts'
import { KeepPosted } from './keep-posted.tsx'
import { Leave } from './leave.tsx'
import { Messages } from './messages.tsx'
import { NotConnected } from './not-connected.tsx'
import { PassCard } from './pass-card.tsx'

/** The amount is shown instead of the number until the staff have taken the cash. */
export function ToPay({ pass, say: sayPay }: { pass: PassWire; say: Say<ToPayTexts> }) {
  const { world, say, go } = useJourney()
  const amount = rupees(pass.payment?.amountPaise ?? 0)
  const until = pass.payment?.expiresAt ?? pass.heldUntil
  const queue = world.storefront?.queue ?? null
  return (
    <div className="sheet">
      <NotConnected />
      <PassCard
        title={sayPay('payHead')}
        circle={{ words: amount }}
        share={0}
        facts={[
          { name: say('waiting'), value: queue?.waiting ?? '–' },
          { name: say('nowServing'), value: queue?.nowServing[0]?.number ?? '–' },
        ]}
      />
      <section className="card">
        <div className="say">
          <Icon name="basket" />
          <div>
            <p>
              {sayPay('payShow')}{' '}
              <b className="num">
                {pass.name} · {mobileEnd(pass.mobile)}
              </b>
            </p>
            <p>{sayPay('payText', { amount })}</p>
            {until !== null && <p className="num">{sayPay('payBefore', { time: clockTime(until, world) })}</p>}
          </div>
        </div>
      </section>
      <div className="acts">
        <KeepPosted />
        {world.storefront !== null && world.storefront.gateways.length > 1 && (
          <button type="button" className="btn btn--quiet" onClick={() => go('payment')}>
            {say('payDemo')}
          </button>
        )}
        <Leave pass={pass} />
      </div>
      <Questions />
      <Messages pass={pass} />
    </div>
  )
}
