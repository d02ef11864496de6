import type { PassWire } from '#contract/storefront/shapes.ts'
import { doAtOnce } from '#web/shopper/at-once.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { LeaveSheet } from './leave-sheet.tsx'

/** Leaving is as easy as joining. Before the last press it says how much comes back. */
export function Leave({ pass }: { pass: PassWire }) {
  const { say } = useJourney()
  return (
    <>
      <button type="button" className="btn btn--leave" data-opens="leave-sheet" onClick={(event) => doAtOnce(event.currentTarget)}>
        {say('leave')}
      </button>
      <LeaveSheet pass={pass} />
    </>
  )
}
