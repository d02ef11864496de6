import { watched } from '#web/ui/watched.ts'
import { onWake } from './wake.ts'

/**
 * Browsers allow a page's sound only after a press. They also take it back: the lock screen, a phone call or an assistant interrupts it,
 * and it may stay silent.
 */

/** `off`: no press has unlocked it yet. `silent`: a person wants it, and the device does not let it be heard. */
export type Sound = 'off' | 'on' | 'silent'

export const sound = watched<Sound>('off')
let studio: AudioContext | null = null

/** How long a sound may take to start, in ms. */
const START_MS = 500
const later = () => new Promise((resolve) => setTimeout(resolve, START_MS))

/** After an interruption, some phones say that the sound runs while its clock stands still. */
async function check(): Promise<void> {
  const checked = studio
  if (checked === null) return
  if (checked.state === 'running') sound.set('on')
  const { currentTime } = checked
  await later()
  if (checked !== studio) return
  if (checked.state === 'running' && checked.currentTime > currentTime) sound.set('on')
  // A hidden page gets its sound back when it wakes.
  else if (sound.get() === 'on' && document.visibilityState === 'visible') sound.set('silent')
}

/** Call it inside a press. Returns null if the sound is not heard. A soft note shows that it works. The page uses it after `keepSound`. */
export async function unlockSound(): Promise<AudioContext | null> {
  try {
    // One that was interrupted may be broken for good.
    const unlocked = studio !== null && sound.get() === 'on' ? studio : new AudioContext()
    // During a phone call, this promise does not settle.
    await Promise.race([unlocked.resume(), later()])
    if (unlocked.state === 'running') {
      playNote(unlocked, { pitch: 880, at: unlocked.currentTime, seconds: 0.25, loudness: 0.12 })
      return unlocked
    }
    if (unlocked !== studio) await unlocked.close()
  } catch {
    // No sound device, or it is refused.
  }
  return null
}

/** Makes this the sound of the page. Null if a press could not unlock one. */
export function keepSound(unlocked: AudioContext | null): void {
  if (unlocked !== null) {
    use(unlocked)
    sound.set('on')
  } else if ('AudioContext' in window) sound.set('silent')
}

function use(unlocked: AudioContext): void {
  if (studio === unlocked) return
  if (studio === null) onWake(openSound)
  else studio.close().catch(() => undefined)
  studio = unlocked
  unlocked.addEventListener('statechange', check)
}

/**
 * The sound of the page, resumed if it was suspended. It runs a moment later, if the device allows it, and `sound` says so. Null if there
 * was no press on this page yet.
 */
export function openSound(): AudioContext | null {
  try {
    if (studio === null && navigator.userActivation?.hasBeenActive !== false) use(new AudioContext())
  } catch {
    // No sound device.
  }
  // Safari ends its own interruptions, and a sound that is resumed during one is broken afterwards.
  if (studio?.state === 'suspended') studio.resume().catch(() => undefined)
  check()
  return studio
}

interface Note {
  /** In Hz. */
  pitch: number
  /** In seconds on the clock of the studio. */
  at: number
  seconds: number
  loudness: number
  shape?: OscillatorType
}

/** Returns the note, so that its end can be heard. */
export function playNote(
  studio: AudioContext,
  { pitch, at, seconds, loudness, shape = 'triangle' }: Note,
  into: AudioNode = studio.destination,
): OscillatorNode {
  const tone = studio.createOscillator()
  const level = studio.createGain()
  tone.type = shape
  tone.frequency.value = pitch
  level.gain.setValueAtTime(0, at)
  level.gain.linearRampToValueAtTime(loudness, at + 0.015)
  level.gain.exponentialRampToValueAtTime(0.001, at + seconds)
  tone.connect(level).connect(into)
  tone.start(at)
  tone.stop(at + seconds + 0.05)
  return tone
}
