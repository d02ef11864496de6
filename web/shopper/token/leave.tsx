import type { PassWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { useSheets } from './use-sheets.ts'

/** Leaving is as easy as joining. Before the last press it says how much comes back. */
export function Leave({ pass }: { pass: PassWire }) {
  const { say } = useJourney()
  const { sheets, open, close } = useSheets()
  return (
    <>
      <button type="button" className="btn btn--leave" onClick={open}>
        {say('leave')}
      </button>
      {sheets && <sheets.LeaveSheet pass={pass} onClose={close} />}
    </>
  )
}
