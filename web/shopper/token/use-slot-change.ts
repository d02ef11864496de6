import { useState } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { chooseSlot } from '#web/data/shopper/slots.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'

/** `slotId` is null for joining now. */
export interface SlotRefused {
  slotId: string | null
  sentence: string
}

/** For a paid ticket. `done` runs when the new state is known. */
export function useSlotChange(pass: PassWire) {
  const journey = useJourney()
  const { refreshPass } = journey
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<SlotRefused | null>(null)
  const change = async (slotId: string | null, done: () => void) => {
    if (busy) return
    setBusy(true)
    setRefused(null)
    try {
      await chooseSlot(pass.id, slotId)
      await refreshPass()
      done()
    } catch (failure) {
      setRefused({ slotId, sentence: await sentenceOf(failure, journey) })
      refreshPass().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, change, forget: () => setRefused(null) }
}
