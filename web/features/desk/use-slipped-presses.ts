import { useEffect } from 'react'
import { DOUBLE_PRESS_MS } from './use-rests.ts'

/** Two presses of one finger are at most this far apart, in CSS pixels. */
const SAME_PLACE = 24

/** The last press, also on the screen before. */
let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, button: null as Element | null }

/**
 * Ignores a press that hits another button than the press just before it, at the same place: the row or the dialog has moved under the finger
 * in the meantime, so it was a double press, meant for the first button. (`useRests` guards a button that changes and stays where it is.)
 */
export function useSlippedPresses(): void {
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button, a') : null
      // A key also clicks, and stays on its button.
      if (event.detail === 0 || button === null) return
      const { timeStamp: at, clientX: x, clientY: y } = event
      const isDouble = at - last.at < DOUBLE_PRESS_MS && Math.hypot(x - last.x, y - last.y) < SAME_PLACE
      if (isDouble && button !== last.button) {
        event.preventDefault()
        event.stopPropagation()
      }
      last = { at, x, y, button: isDouble ? last.button : button }
    }
    document.addEventListener('click', press, true)
    return () => document.removeEventListener('click', press, true)
  }, [])
}
