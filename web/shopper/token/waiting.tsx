import { useEffect, useEffectEvent, useState } from 'react'
import { spokenMobile } from '#contract/base/checks.ts'
import { peopleAheadOf } from '#contract/queue/waiting.ts'
import type { PassWire, StorefrontWire } from '#contract/storefront/shapes.ts'
import { keepMostAhead } from '#web/session/shopper.ts'
import { type Tell, useJourney, useLate } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { Pause, usePause } from '#web/shopper/parts/pause.tsx'
import { Questions } from '#web/shopper/parts/support.tsx'
import { isUnserved, Wait } from '#web/shopper/parts/wait.tsx'
import { KeepPosted } from './keep-posted.tsx'
import { Leave } from './leave.tsx'
import { Messages } from './messages.tsx'
import { NotConnected } from './not-connected.tsx'
import { PassCard } from './pass-card.tsx'
import { ReceiptButton } from './receipt.tsx'
import { Refunds } from './refunds.tsx'
import { useMistake } from './use-mistake.ts'

/** How long a digest that no longer lists a waiting pass may be ahead of the pass itself, in ms. */
const AHEAD_MS = 1500

export function Waiting({ pass, number }: { pass: PassWire; number: number }) {
  const { world, say } = useJourney()
  const { storefront } = world
  const queue = storefront?.queue ?? null
  const ahead = queue === null ? null : peopleAheadOf(queue, number, pass.lane)
  const paused = usePause()
  const mistake = useMistake(pass)
  const promise = ahead === 0 ? say('youAreNext') : promiseOf(pass.lane, storefront, say)
  const promised = useLate('promise', !!pass.promise)
  const share = useShareGone(pass.id, ahead)
  useMissedTicket(ahead === null && queue !== null)

  return (
    <div className="sheet">
      <NotConnected />
      {mistake.isShown && (
        <div className="notice mistake">
          <p>{say('calledByMistake')}</p>
          <button type="button" aria-label={say('dismiss')} onClick={mistake.close}>
            <Icon name="close" />
          </button>
        </div>
      )}
      {paused !== null && <Pause paused={paused} ticketIsSafe />}
      <PassCard
        title={say('titleToken')}
        circle={{ number }}
        share={share}
        facts={[
          { name: say('peopleAhead'), value: ahead ?? '–' },
          { name: say('expectedWait'), value: queue === null || ahead === null ? '–' : <Wait ahead={ahead} queue={queue} /> },
          { name: say('nowServing'), value: queue?.nowServing[0]?.number ?? '–' },
        ]}
      />
      <p className="vh" role="status">
        {mistake.isSaid ? say('calledByMistake') : ahead === 0 ? say('youAreNext') : ''}
      </p>
      <section className="card">
        {promised && <promised.Ticket pass={pass} say={promised.say} />}
        <div className="say">
          <Icon name="message" />
          <div>
            <MessageWhen />
            <p className="num">{say('messageTo', { mobile: spokenMobile(pass.mobile) })}</p>
          </div>
        </div>
        <div className="say">
          <Icon name={ahead === 0 ? 'walk' : 'order'} />
          <p>{isUnserved(queue) && paused === null ? say('noCounterOpen') : promise}</p>
        </div>
      </section>
      <Refunds pass={pass} />
      <div className="acts">
        <KeepPosted />
        {pass.receiptId !== null && <ReceiptButton receiptId={pass.receiptId} />}
        <Leave pass={pass} />
      </div>
      <Questions />
      <Messages pass={pass} />
    </div>
  )
}

function MessageWhen() {
  const { say } = useJourney()
  const [before, after] = say('messageWhen').split(say('messageWord'))
  return (
    <p>
      {before}
      <b>{say('messageWord')}</b>
      {after}
    </p>
  )
}

/** How much of the wait is over, 0 … 1, counted from the most people that this phone has seen ahead. */
function useShareGone(ticketId: string, ahead: number | null): number {
  const [start, setStart] = useState<number | null>(null)
  useEffect(() => {
    if (ahead !== null) setStart(keepMostAhead(ticketId, ahead))
  }, [ticketId, ahead])
  if (ahead === 0) return 1
  return ahead === null || start === null ? 0 : (start - ahead) / start
}

/** Says who can still be served before this shopper. */
function promiseOf(lane: PassWire['lane'], shop: StorefrontWire | null, say: Tell): string {
  if (shop === null || shop.fee.totalPaise === 0) return say('firstCome')
  if (lane === 'priority') return say('priorityPromise')
  const minutes = shop.lanes.find((one) => one.lane === 'priority')?.headStartMinutes ?? 0
  return minutes > 0 ? say('headStart', { minutes }) : say('firstCome')
}

/** The queue no longer lists this number, but the pass still waits: the event of the pass was lost, so the pass is read. */
function useMissedTicket(missing: boolean): void {
  const { refreshPass } = useJourney()
  const read = useEffectEvent(() => refreshPass().catch(() => undefined))
  useEffect(() => {
    if (!missing) return
    const timer = setTimeout(() => read(), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [missing])
}
