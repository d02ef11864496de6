import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShopperTexts } from '#texts/en/shopper.ts'
import { takePosted } from '#web/shopper/early.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { keepStudio, knownStudio } from './alarm.ts'
import { askPhone, type Granted, stayAwake } from './ask-phone.ts'

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
  // Beside the state: two early presses are repeated in one turn, and the phone may grant something after the second press.
  const wanted = useRef(false)

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

  const keepPosted = async (asked: Promise<Granted>) => {
    wanted.current = true
    setOn(true)
    const phone = await asked
    if (phone.studio !== null) keepStudio(phone.studio)
    if (!wanted.current) return phone.lock?.release().catch(() => undefined)
    lock.current = phone.lock
    setGranted(meansOf(phone))
  }
  const takeOver = useEffectEvent(keepPosted)

  // The document has already handled a press from before this code was loaded. In a layout effect, the state follows the button before an
  // early second press is repeated.
  useLayoutEffect(() => {
    const posted = takePosted()
    if (posted !== null) takeOver(posted)
  }, [])

  const press = () => {
    if (wanted.current) {
      wanted.current = false
      setOn(false)
      setGranted([])
    } else keepPosted(askPhone(knownStudio()))
  }

  return (
    <>
      <button type="button" className={`btn btn--quiet posted${isOn ? ' is-on' : ''}`} aria-pressed={isOn} data-posts="" onClick={press}>
        <Icon name={isOn ? 'done' : 'bell'} />
        {say('keepPosted')}
      </button>
      <p className="posted__list" role="status">
        {granted.length > 0 && say('postedList', { list: granted.map((means) => say(means)).join(' · ') })}
      </p>
    </>
  )
}

const meansOf = ({ studio, lock, notices }: Granted): Means[] => [
  ...(studio === null ? [] : (['postedSound'] as const)),
  ...(lock === null ? [] : (['postedScreen'] as const)),
  ...(notices ? (['postedNotice'] as const) : []),
]
