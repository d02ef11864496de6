import { useEffect, useRef, useState } from 'react'
import type { StaffTicket } from '#web/data/queue.ts'
import { openSound, playNote } from '#web/device/sound.ts'

const KEPT = 'deskSound'
const isOn = (): boolean => localStorage.getItem(KEPT) !== 'off'

/**
 * A soft tone when another customer owes cash. Browsers allow a sound only after a press on the page, so the desk is silent before that.
 * This device stores the switch.
 */
export function useCashBell(owing: readonly StaffTicket[]): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(isOn)
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const now = new Set(owing.map(({ id }) => id))
    const before = known.current
    known.current = now
    if (before !== null && on && owing.some(({ id }) => !before.has(id))) ring()
  }, [owing, on])
  return [
    on,
    (next) => {
      localStorage.setItem(KEPT, next ? 'on' : 'off')
      setOn(next)
      if (next) ring()
    },
  ]
}

/** Without a sound, the strip still shows who owes cash. */
function ring(): void {
  const studio = openSound()
  if (studio === null) return
  playNote(studio, { pitch: 587.33, at: studio.currentTime, seconds: 0.5, loudness: 0.08, shape: 'sine' })
  playNote(studio, { pitch: 783.99, at: studio.currentTime + 0.18, seconds: 0.5, loudness: 0.08, shape: 'sine' })
}
