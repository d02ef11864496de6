import { keepAwake } from '#web/device/screen-lock.ts'
import { keepSound } from '#web/device/sound.ts'
import { watched } from '#web/ui/watched.ts'
import type { Granted } from './ask-phone.ts'

/**
 * The choice *Keep me posted*, and what the phone does for it now. It belongs to the page, not to a screen: it stays while the shopper is
 * called, and after a call by mistake.
 */
interface Posted {
  isOn: boolean
  screen: boolean
  notices: boolean
}

const OFF: Posted = { isOn: false, screen: false, notices: false }
export const posted = watched(OFF)
let sleep = () => {}

export async function keepPosted(asked: Promise<Granted>): Promise<void> {
  posted.set({ ...OFF, isOn: true })
  sleep = keepAwake((screen) => posted.set({ ...posted.get(), screen }))
  const granted = await asked
  keepSound(granted.sound)
  // Two early presses are repeated in one turn, so the second one may come before the phone has answered the first.
  if (posted.get().isOn) posted.set({ ...posted.get(), notices: granted.notices })
}

export function stopPosted(): void {
  sleep()
  posted.set(OFF)
}
