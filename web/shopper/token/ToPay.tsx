import { rupees } from '../../../contract/money.ts'
import type { PassWire } from '../../../contract/storefront.wire.ts'
import { useJourney } from '../journey-context.ts'
import { Icon } from '../parts/Icon.tsx'
import { clockTime } from '../times.ts'
import { KeepPosted } from './KeepPosted.tsx'
import { Leave } from './Leave.tsx'
import { Messages } from './Messages.tsx'
import { NotConnected } from './NotConnected.tsx'
import { PassCard } from './PassCard.tsx'

/** Cash was chosen: the amount stands where the number will be as soon as the staff have taken it. */
export function ToPay({ pass }: { pass: PassWire }) {
  const { world, say, go } = useJourney()
  const amount = rupees(pass.payment?.amountPaise ?? 0)
  const until = pass.payment?.expiresAt ?? pass.heldUntil
  const queue = world.storefront?.queue ?? null
  return (
    <div className="sheet">
      <NotConnected />
      <PassCard
        title={say('payHead')}
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
            <p>{say('payText', { amount })}</p>
            {until !== null && <p className="num">{say('payBefore', { time: clockTime(until, world) })}</p>}
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
      <Messages pass={pass} />
    </div>
  )
}
