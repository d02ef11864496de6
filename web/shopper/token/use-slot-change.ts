import { useState } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { chooseSlot } from '#web/data/shopper/slots.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { type SlotTrouble, troubleOf } from '#web/shopper/slots/slot-trouble.ts'

/** For a paid ticket. A null slot is joining now. `done` runs when the new state is known. */
export function useSlotChange(pass: PassWire) {
  const journey = useJourney()
  const { refreshPass } = journey
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<SlotTrouble | null>(null)
  const change = async (slotId: string | null, done: () => void) => {
    if (busy) return
    setBusy(true)
    setRefused(null)
    try {
      await chooseSlot(pass.id, slotId)
      await refreshPass()
      done()
    } catch (failure) {
      setRefused(troubleOf(slotId ?? '', await sentenceOf(failure, journey), failure))
      refreshPass().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, change, forget: () => setRefused(null) }
}
