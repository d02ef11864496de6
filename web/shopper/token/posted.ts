import { keepAwake } from '#web/device/screen-lock.ts'
import { keepSound } from '#web/device/sound.ts'
import type { Granted } from './ask-phone.ts'

/**
 * The choice *Keep me posted*, and what the phone does for it now. It belongs to the page and not to a screen of it: it stays while the shopper is called, and
 * after a call by mistake.
 */
export interface Posted {
  isOn: boolean
  screen: boolean
  notices: boolean
}

const OFF: Posted = { isOn: false, screen: false, notices: false }
let posted = OFF
let sleep = () => {}
const listeners = new Set<() => void>()

function become(next: Posted): void {
  posted = next
  for (const listener of listeners) listener()
}

export const postedNow = (): Posted => posted

export function onPosted(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Keeps the screen awake from now on, and uses what the phone grants to the press. */
export async function keepPosted(asked: Promise<Granted>): Promise<void> {
  become({ ...OFF, isOn: true })
  sleep = keepAwake((screen) => become({ ...posted, screen }))
  const granted = await asked
  keepSound(granted.sound)
  // Two early presses are repeated in one turn, so the second one may come before the phone has answered the first.
  if (posted.isOn) become({ ...posted, notices: granted.notices })
}

/** Lets the screen sleep again. */
export function stopPosted(): void {
  sleep()
  become(OFF)
}
