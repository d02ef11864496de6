import { useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import { cancelTicket } from '#web/data/shopper/queue.ts'
import { each, useNow } from '#web/live/use-now.ts'
import { doAtOnce } from '#web/shopper/at-once.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Sheet } from '#web/shopper/parts/sheet.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import type { HeldSlot } from '#web/shopper/payment/slot-choice.ts'
import { whenWords } from '#web/shopper/slots/slot-times.ts'
import { clockTime } from '#web/shopper/times.ts'
import { comesBack } from './comes-back.ts'
import { useSlotChange } from './use-slot-change.ts'

interface OfBooking {
  say: Say<SlotTexts>
  pass: PassWire
  slot: HeldSlot
}

/** Asks before the booked time is given up for a place in the queue now. */
export function BookedJoinSheet({ say, pass, slot }: OfBooking) {
  const { world } = useJourney()
  const { busy, refused, change, forget } = useSlotChange(pass)
  return (
    <Sheet id="now-sheet" title={say('joinNowTitle')} onClose={forget}>
      <p className="num">{say('joinNowText', { time: clockTime(slot.startsAt, world) })}</p>
      <Problem text={refused?.sentence ?? null} />
      <div className="two">
        <button type="button" className="btn btn--quiet" data-closes="" onClick={(event) => doAtOnce(event.currentTarget)}>
          {say('keepTime')}
        </button>
        <button type="button" className="btn btn--quiet" disabled={busy} onClick={() => change(null, () => {})}>
          {busy && <Spinner />}
          {say('joinNow')}
        </button>
      </div>
    </Sheet>
  )
}

export function BookedCancelSheet({ say, pass, slot, canMove }: OfBooking & { canMove: boolean }) {
  const journey = useJourney()
  const { world, refreshPass, took, clock } = journey
  const now = useNow(clock.now, each(10_000))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const time = clockTime(slot.startsAt, world)

  const cancel = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await cancelTicket(pass.id)
      // The ticket has ended, even if reading it again fails.
      await refreshPass().catch(() => took({ ...pass, state: 'cancelled', version: pass.version + 1 }))
    } catch (failure) {
      setBusy(false)
      refreshPass().catch(() => undefined)
      setProblem(await sentenceOf(failure, journey))
    }
  }
  return (
    <Sheet id="leave-sheet" title={say('cancelTitle')} onClose={() => setProblem(null)}>
      <p className="num">
        {journey.say('placeOf', { name: pass.name })} {say('cancelText', { time: whenWords(slot.startsAt, now, world, say) })}
      </p>
      <p>
        <b className="num">{whatComesBack(pass, now, say)}</b>
      </p>
      {canMove && pass.moveUntil !== null && (
        <p className="fine num">{say('cancelMove', { time, until: whenWords(pass.moveUntil, now, world, say) })}</p>
      )}
      <Problem text={problem} />
      <div className="two">
        <button type="button" className="btn btn--quiet" data-closes="" onClick={(event) => doAtOnce(event.currentTarget)}>
          {say('keepTime')}
        </button>
        <button type="button" className="btn btn--quiet btn--danger" disabled={busy} onClick={cancel}>
          {busy && <Spinner />}
          {say('cancelYes')}
        </button>
      </div>
    </Sheet>
  )
}

/** The refund is what the order promised, whatever the shop has set since. */
function whatComesBack(pass: PassWire, now: number, say: Say<SlotTexts>): string {
  const { payment } = pass
  if (payment === null || payment.state !== 'captured') return say('cancelNothing')
  return say(comesBack(pass, now) ? 'cancelRefund' : 'cancelNoRefund', { amount: rupees(payment.amountPaise) })
}
