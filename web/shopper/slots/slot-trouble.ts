import { CallFailure, type NearSlot } from '#web/api/call.ts'

export interface SlotTrouble {
  slotId: string
  sentence: string
  /** The nearest slot with space, if the server named one. */
  nearest: NearSlot | null
}

export const troubleOf = (slotId: string, sentence: string, failure: unknown): SlotTrouble => {
  return { slotId, sentence, nearest: failure instanceof CallFailure ? failure.nearest : null }
}
