import { useState } from 'react'
import { rupees } from '../../../contract/money.ts'
import type { PassWire } from '../../../contract/storefront.wire.ts'
import { leaveQueue } from '../../features/queue/own-place-api.ts'
import { sentenceOf } from '../failures.ts'
import { type Tell, useJourney } from '../journey-context.ts'
import { Problem } from '../parts/Problem.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { Spinner } from '../parts/Spinner.tsx'

/** Leaving is as easy as joining; before the last press it says what comes back. */
export function Leave({ pass }: { pass: PassWire }) {
  const { world, say, refreshPass, took } = useJourney()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refundOnLeave = world.storefront?.fee.refundOnLeave ?? false

  const leave = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await leaveQueue(pass.id)
      // The ticket has ended, even where reading it again should fail.
      await refreshPass().catch(() => took({ ...pass, state: 'cancelled', version: pass.version + 1, call: null }))
    } catch (failure) {
      setProblem(sentenceOf(failure, say))
      setBusy(false)
      refreshPass().catch(() => undefined)
    }
  }

  return (
    <>
      <button type="button" className="btn btn--leave" onClick={() => setOpen(true)}>
        {say('leaveQueue')}
      </button>
      {isOpen && (
        <Sheet title={say('leaveTitle')} onClose={() => setOpen(false)}>
          <p>{say('leaveText')}</p>
          <p>
            <b className="num">{whatComesBack(pass, refundOnLeave, say)}</b>
          </p>
          <Problem text={problem} />
          <div className="two">
            <button type="button" className="btn btn--quiet" onClick={() => setOpen(false)}>
              {say('leaveNo')}
            </button>
            <button type="button" className="btn btn--quiet btn--danger" disabled={busy} onClick={leave}>
              {busy && <Spinner />}
              {say('leaveYes')}
            </button>
          </div>
        </Sheet>
      )}
    </>
  )
}

function whatComesBack(pass: PassWire, refundOnLeave: boolean, say: Tell): string {
  if (pass.payment === null || pass.payment.state !== 'captured') return say('leaveNothing')
  const amount = rupees(pass.payment.amountPaise)
  if (!refundOnLeave) return say('leaveNoRefund', { amount })
  return pass.state === 'waiting' ? say('leaveRefund', { amount }) : say('leaveCalled', { amount })
}
