import { useEffect, useEffectEvent } from 'react'
import { spokenMobile } from '../../../contract/checks.ts'
import type { PassWire, StorefrontWire } from '../../../contract/storefront.wire.ts'
import { type Digest, peopleAheadOf } from '../../../contract/waiting.ts'
import { type Tell, useJourney } from '../journey-context.ts'
import { Icon } from '../parts/Icon.tsx'
import { isUnserved, Wait } from '../parts/Wait.tsx'
import { KeepPosted } from './KeepPosted.tsx'
import { Leave } from './Leave.tsx'
import { Messages } from './Messages.tsx'
import { NotConnected } from './NotConnected.tsx'
import { PassCard } from './PassCard.tsx'
import { ReceiptButton } from './Receipt.tsx'

/** How long a digest that no longer names a waiting pass may run ahead of the pass itself, in ms. */
const AHEAD_MS = 1500

/** The wait: the number, who is ahead, how long, and what happens next. */
export function Waiting({ pass, number }: { pass: PassWire; number: number }) {
  const { world, say } = useJourney()
  const { storefront } = world
  const queue = storefront?.queue ?? null
  const ahead = queue === null ? null : peopleAheadOf(queue, number)
  const promise = ahead === 0 ? say('youAreNext') : promiseOf(pass.lane, storefront, say)
  useMissedTicket(queue, number)

  return (
    <div className="sheet">
      <NotConnected />
      <PassCard
        title={say('titleToken')}
        circle={{ number }}
        // Of all numbers before this one, the share that has gone by.
        share={ahead === null ? 0 : (number - ahead) / number}
        facts={[
          { name: say('peopleAhead'), value: ahead ?? '–' },
          { name: say('expectedWait'), value: queue === null || ahead === null ? '–' : <Wait ahead={ahead} queue={queue} /> },
          { name: say('nowServing'), value: queue?.nowServing[0]?.number ?? '–' },
        ]}
      />
      <p className="vh" role="status">
        {ahead === 0 ? say('youAreNext') : ''}
      </p>
      <section className="card">
        <div className="say">
          <Icon name="message" />
          <div>
            <p>{say('messageWhen')}</p>
            <p className="num">{say('messageTo', { mobile: spokenMobile(pass.mobile) })}</p>
          </div>
        </div>
        <div className="say">
          <Icon name={ahead === 0 ? 'walk' : 'order'} />
          <p>{isUnserved(queue) ? say('noCounterOpen') : promise}</p>
        </div>
      </section>
      <div className="acts">
        <KeepPosted />
        {pass.receiptId !== null && <ReceiptButton receiptId={pass.receiptId} />}
        <Leave pass={pass} />
      </div>
      <Messages pass={pass} />
    </div>
  )
}

/** Who can still pass this person. */
function promiseOf(lane: PassWire['lane'], shop: StorefrontWire | null, say: Tell): string {
  if (shop === null || shop.fee.totalPaise === 0) return say('firstCome')
  if (lane === 'priority') return say('priorityPromise')
  const minutes = shop.lanes.find((one) => one.lane === 'priority')?.headStartMinutes ?? 0
  return minutes > 0 ? say('headStart', { minutes }) : say('firstCome')
}

/** The queue says this number is gone, but the pass still waits: its own message was lost, so it is read. */
function useMissedTicket(queue: Digest | null, number: number): void {
  const { refreshPass } = useJourney()
  const missing = queue !== null && peopleAheadOf(queue, number) === null
  const read = useEffectEvent(() => refreshPass().catch(() => undefined))
  useEffect(() => {
    if (!missing) return
    const timer = setTimeout(() => read(), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [missing])
}
