import { unlockSound } from './sound.ts'

/** What the phone has granted: the sound with which it can ring, the lock that keeps its screen awake, and whether it shows notices. */
export interface Granted {
  studio: AudioContext | null
  lock: WakeLockSentinel | null
  notices: boolean
}

/** Asks the phone for everything that keeps a waiting person posted. Call it inside a press; `studio` is a sound from an earlier press. */
export async function askPhone(studio: AudioContext | null = null): Promise<Granted> {
  // Sound first: browsers allow it only inside the press itself.
  const sound = unlockSound(studio)
  const notices = askForNotices()
  const [heard, lock, noticed] = await Promise.all([sound, stayAwake(), notices])
  return { studio: heard, lock, notices: noticed }
}

/** Keeps the screen awake while the page is visible; null if the phone does not allow it. */
export async function stayAwake(): Promise<WakeLockSentinel | null> {
  try {
    return 'wakeLock' in navigator ? await navigator.wakeLock.request('screen') : null
  } catch {
    return null
  }
}

async function askForNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false
  try {
    return (Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission) === 'granted'
  } catch {
    return false
  }
}
