import type { Page } from '@playwright/test'

/** What a device grants to a page and takes back: the sound, and the lock that keeps its screen awake. */
export interface Device {
  /** A phone call comes in, or the phone is locked: every sound stops. */
  interruptSound: () => Promise<void>
  /** Whether an interrupted sound goes on when the page asks for that. */
  giveSoundBack: (yes: boolean) => Promise<void>
  notes: () => Promise<number>
  isKeptAwake: () => Promise<boolean>
}

interface Granted {
  sounds: AudioContext[]
  givesBack: boolean
  notes: number
  locks: WakeLockSentinel[]
}
declare global {
  var granted: Granted
}

/** The device allows the lock of the screen. Call it before the page is opened. */
export async function watchDevice(page: Page): Promise<Device> {
  await page.context().grantPermissions(['screen-wake-lock'])
  await page.addInitScript(() => {
    globalThis.granted = { sounds: [], givesBack: true, notes: 0, locks: [] }
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super()
        granted.sounds.push(this)
      }
      override resume() {
        return granted.givesBack ? super.resume() : Promise.reject(new DOMException('The phone needs it.', 'InvalidStateError'))
      }
      override createOscillator() {
        granted.notes += 1
        return super.createOscillator()
      }
    }
    const request = navigator.wakeLock.request.bind(navigator.wakeLock)
    navigator.wakeLock.request = async (kind) => {
      const lock = await request(kind)
      granted.locks.push(lock)
      return lock
    }
  })
  return {
    interruptSound: () => page.evaluate(() => Promise.all(granted.sounds.map((sound) => sound.suspend()))).then(() => undefined),
    giveSoundBack: (yes) =>
      page.evaluate((givesBack) => {
        granted.givesBack = givesBack
      }, yes),
    notes: () => page.evaluate(() => granted.notes),
    isKeptAwake: () => page.evaluate(() => granted.locks.some(({ released }) => !released)),
  }
}
