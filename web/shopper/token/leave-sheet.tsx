import { useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { cancelTicket } from '#web/data/shopper/queue.ts'
import { each, useNow } from '#web/live/use-now.ts'
import { doAtOnce } from '#web/shopper/at-once.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { type Tell, useJourney } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Sheet } from '#web/shopper/parts/sheet.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { comesBack } from './comes-back.ts'

export function LeaveSheet({ pass }: { pass: PassWire }) {
  const journey = useJourney()
  const { say, refreshPass, took, clock } = journey
  const now = useNow(clock.now, each(10_000))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const leave = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await cancelTicket(pass.id)
      // The ticket has ended, even if reading it again fails.
      await refreshPass().catch(() => took({ ...pass, state: 'cancelled', version: pass.version + 1, call: null }))
    } catch (failure) {
      setBusy(false)
      refreshPass().catch(() => undefined)
      setProblem(await sentenceOf(failure, journey))
    }
  }

  return (
    <Sheet id="leave-sheet" title={say('leaveTitle')} onClose={() => setProblem(null)}>
      <p>
        {say('placeOf', { name: pass.name })} {say('leaveText')}
      </p>
      <p>
        <b className="num">{whatComesBack(pass, now, say)}</b>
      </p>
      <Problem text={problem} />
      <div className="two">
        <button type="button" className="btn btn--quiet" data-closes="" onClick={(event) => doAtOnce(event.currentTarget)}>
          {say('leaveNo')}
        </button>
        <button type="button" className="btn btn--quiet btn--danger" disabled={busy} onClick={leave}>
          {busy && <Spinner />}
          {say('leaveYes')}
        </button>
      </div>
    </Sheet>
  )
}

/** The refund is what the order promised, whatever the shop has set since. */
function whatComesBack(pass: PassWire, now: number, say: Tell): string {
  if (pass.payment === null || pass.payment.state === 'created') return say('leaveNothing')
  const amount = rupees(pass.payment.amountPaise)
  // A broken service promise has given it back before.
  if (pass.payment.state !== 'captured') return say(pass.payment.state === 'refunded' ? 'refundDone' : 'leaveRefund', { amount })
  if (!comesBack(pass, now)) return say('leaveNoRefund', { amount })
  return pass.state === 'waiting' ? say('leaveRefund', { amount }) : say('leaveCalled', { amount })
}
