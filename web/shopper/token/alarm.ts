import { openSound, playNote } from '#web/device/sound.ts'

/** The sound, the vibration and the notice of a call. The phone may forbid all of them; the screen itself never depends on them. */

const ROUNDS = 10
const ROUND_SECONDS = 2.4
/** Milliseconds on, off, on …: long enough to be felt through a bag. */
const BUZZ = [500, 200, 500, 200, 900]

/**
 * Rings and vibrates for 24 s, or until the returned function is called. `onEnd` is called after the last note. A sound that the phone has
 * interrupted goes on when it is resumed, so the call is heard then.
 */
export function ring(onEnd: () => void): () => void {
  // Needs one press on this page, as the sound does. Without it, browsers refuse to vibrate the phone and log that to the console.
  const mayBuzz = navigator.userActivation?.hasBeenActive !== false && 'vibrate' in navigator
  if (mayBuzz) navigator.vibrate(Array.from({ length: 4 }, () => [...BUZZ, 600]).flat())
  const studio = openSound()
  const out = studio?.createGain()
  let last: OscillatorNode | undefined
  if (studio && out) {
    out.connect(studio.destination)
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = studio.currentTime + round * ROUND_SECONDS
      playNote(studio, { pitch: 659.25, at, seconds: 0.35, loudness: 0.5 }, out)
      playNote(studio, { pitch: 880, at: at + 0.28, seconds: 0.35, loudness: 0.5 }, out)
      last = playNote(studio, { pitch: 1318.5, at: at + 0.56, seconds: 0.9, loudness: 0.5 }, out)
    }
    if (last) last.onended = onEnd
  }
  return () => {
    // It goes on, unheard.
    if (last) last.onended = null
    out?.disconnect()
    if (mayBuzz) navigator.vibrate(0)
  }
}

/** Only if the phone allows it and the page is hidden. `tag` keeps it to one per ticket. */
export function showNotice(title: string, body: string, tag: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.visibilityState === 'visible') return
  try {
    const notice = new Notification(title, { body, tag, requireInteraction: true })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // The SMS is sent in any case.
  }
}
