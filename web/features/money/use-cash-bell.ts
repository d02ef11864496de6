import { useEffect, useRef, useState } from 'react'
import type { StaffTicket } from '#web/data/queue.ts'

const KEPT = 'deskSound'
const isOn = (): boolean => localStorage.getItem(KEPT) !== 'off'

/**
 * A soft tone when another customer owes cash, and its switch. Browsers allow a sound only after a press on the page, so the desk is silent
 * before that. This device stores the switch.
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

let room: AudioContext | undefined

/** Plays two quiet notes. Does nothing if the browser forbids the sound. */
function ring(): void {
  if (navigator.userActivation?.hasBeenActive !== true) return
  try {
    room ??= new AudioContext()
    note(room, 587.33, 0)
    note(room, 783.99, 0.18)
  } catch {
    // Without a sound device, the strip still shows who owes cash.
  }
}

function note(studio: AudioContext, pitch: number, after: number): void {
  const tone = studio.createOscillator()
  const level = studio.createGain()
  const at = studio.currentTime + after
  tone.type = 'sine'
  tone.frequency.value = pitch
  level.gain.setValueAtTime(0, at)
  level.gain.linearRampToValueAtTime(0.08, at + 0.02)
  level.gain.exponentialRampToValueAtTime(0.001, at + 0.5)
  tone.connect(level).connect(studio.destination)
  tone.start(at)
  tone.stop(at + 0.55)
}
