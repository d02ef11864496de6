import { useEffect, useRef, useState } from 'react'
import type { ShopperTexts } from '#texts/en/shopper.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { unlockSound } from './alarm.ts'

type Means = Extract<keyof ShopperTexts, 'postedSound' | 'postedScreen' | 'postedNotice'>

/**
 * *Keep me posted*: with one press, unlocks the sound, keeps the screen awake and asks for notices. It says which of these the phone has
 * granted. A second press lets the screen sleep again.
 */
export function KeepPosted() {
  const { say } = useJourney()
  const [granted, setGranted] = useState<Means[]>([])
  const [isOn, setOn] = useState(false)
  const lock = useRef<WakeLockSentinel | null>(null)

  // The browser drops the lock whenever the page is hidden.
  useEffect(() => {
    if (!isOn) return
    const again = async () => {
      if (document.visibilityState === 'visible') lock.current = await stayAwake()
    }
    document.addEventListener('visibilitychange', again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      lock.current?.release().catch(() => undefined)
      lock.current = null
    }
  }, [isOn])

  const press = async () => {
    if (isOn) {
      setOn(false)
      setGranted([])
      return
    }
    setOn(true)
    // Sound first: browsers allow it only inside the press itself.
    const sound = unlockSound()
    const notice = askForNotices()
    const [heard, awake, noticed] = await Promise.all([sound, stayAwake(), notice])
    lock.current = awake
    const means: Means[] = []
    if (heard) means.push('postedSound')
    if (awake !== null) means.push('postedScreen')
    if (noticed) means.push('postedNotice')
    setGranted(means)
  }

  return (
    <>
      <button type="button" className={`btn btn--quiet posted${isOn ? ' is-on' : ''}`} aria-pressed={isOn} onClick={press}>
        <Icon name={isOn ? 'done' : 'bell'} />
        {say('keepPosted')}
      </button>
      <p className="posted__list" role="status">
        {granted.length > 0 && say('postedList', { list: granted.map((means) => say(means)).join(' · ') })}
      </p>
    </>
  )
}

async function stayAwake(): Promise<WakeLockSentinel | null> {
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
