import { note } from './sound.ts'

/** The sound, the vibration and the notice of a call. The phone may forbid all of them; the screen itself never depends on them. */

let studio: AudioContext | null = null

/** The sound that an earlier press has unlocked; null if there was no such press. */
export const knownStudio = (): AudioContext | null => studio

/** Rings with this sound from now on. */
export function keepStudio(unlocked: AudioContext): void {
  studio = unlocked
}

const ROUNDS = 10
const ROUND_SECONDS = 2.4
/** Milliseconds on, off, on …: long enough to be felt through a bag. */
const BUZZ = [500, 200, 500, 200, 900]

/** Rings and vibrates for 24 s, or until stopped. `sounds` is false if the phone stays silent. */
export function ring(onEnd: () => void): { sounds: boolean; stop: () => void } {
  // Needs one press on this page, as the sound does. Without it, browsers refuse to vibrate the phone and log that to the console.
  const mayBuzz = navigator.userActivation?.hasBeenActive !== false && 'vibrate' in navigator
  if (mayBuzz) navigator.vibrate(Array.from({ length: 4 }, () => [...BUZZ, 600]).flat())
  try {
    if (studio === null && navigator.userActivation?.hasBeenActive !== false) studio = new AudioContext()
  } catch {
    // No sound device.
  }
  const sounds = studio?.state === 'running'
  const out = sounds && studio ? studio.createGain() : null
  if (studio && out) {
    out.connect(studio.destination)
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = studio.currentTime + round * ROUND_SECONDS
      note(studio, 659.25, at, 0.35, 0.5, out)
      note(studio, 880, at + 0.28, 0.35, 0.5, out)
      note(studio, 1318.5, at + 0.56, 0.9, 0.5, out)
    }
  }
  const timer = setTimeout(onEnd, ROUNDS * ROUND_SECONDS * 1000)
  return {
    sounds,
    stop: () => {
      clearTimeout(timer)
      out?.disconnect()
      if (mayBuzz) navigator.vibrate(0)
    },
  }
}

/** A notice of the phone itself, if it is allowed and the page is hidden. `tag` keeps it to one per ticket. */
export function showNotice(title: string, body: string, tag: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.visibilityState === 'visible') return
  try {
    const notice = new Notification(title, { body, tag, requireInteraction: true })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // Chrome on Android shows notices only through a service worker. The SMS is sent in any case.
  }
}
