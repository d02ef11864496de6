import { useState } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'

export type HeldSlot = NonNullable<PassWire['slot']>

/** Only the state of choosing: the choice itself is the ticket's, on the server. */
export interface SlotChoice {
  /** A choice was made and the server has not answered yet. */
  busy: boolean
  /** The hold that has ended, until something else is chosen, and the way to hold it again. */
  over: { slot: HeldSlot; again: () => void } | null
}

export const useSlotChoice = () => useState<SlotChoice>({ busy: false, over: null })
