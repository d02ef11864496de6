import { onWake } from './wake.ts'

/**
 * Keeps the screen awake until the returned function is called. `tell` hears whether it is awake. A device may refuse, and the browser
 * takes the lock back when the page is hidden or the battery is low. The lock is requested again when a person looks at the page, or
 * presses something on it: Safari allows it only after a press.
 */
export function keepAwake(tell: (isAwake: boolean) => void = () => {}): () => void {
  let lock: WakeLockSentinel | null = null
  let isOver = false
  const isHeld = () => lock !== null && !lock.released
  const ask = async () => {
    if (isHeld()) return
    const granted = await requestLock()
    // Called off in the meantime, or another waking was faster.
    if (isOver || isHeld()) return granted?.release().catch(() => undefined)
    lock = granted
    granted?.addEventListener('release', () => !isOver && tell(false))
    tell(granted !== null)
  }
  ask()
  const stop = onWake(ask)
  document.addEventListener('click', ask)
  return () => {
    isOver = true
    stop()
    document.removeEventListener('click', ask)
    lock?.release().catch(() => undefined)
  }
}

async function requestLock(): Promise<WakeLockSentinel | null> {
  try {
    return 'wakeLock' in navigator ? await navigator.wakeLock.request('screen') : null
  } catch {
    return null
  }
}
