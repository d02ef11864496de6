import { unlockSound } from '#web/device/sound.ts'

/** What the phone has granted to a press. */
export interface Granted {
  sound: AudioContext | null
  notices: boolean
}

/** Asks the phone for what it grants only inside a press. */
export async function askPhone(): Promise<Granted> {
  // Sound first: browsers allow it only inside the press itself.
  const unlocked = unlockSound()
  const noticed = askForNotices()
  return { sound: await unlocked, notices: await noticed }
}

async function askForNotices(): Promise<boolean> {
  // Chrome on Android has the question, and then shows no notice without a service worker.
  if (!('Notification' in window) || /Android/.test(navigator.userAgent)) return false
  try {
    return (Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission) === 'granted'
  } catch {
    return false
  }
}
