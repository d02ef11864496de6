import { useLayoutEffect, useSyncExternalStore } from 'react'
import { takePosted } from '#web/shopper/early.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { askPhone } from './ask-phone.ts'
import { keepPosted, posted, stopPosted } from './posted.ts'
import { SoundAgain, useSound } from './sound-again.tsx'

/**
 * One press unlocks the sound, keeps the screen awake and asks for notices. The list says which of these the phone does now. A second press
 * lets the screen sleep again.
 */
export function KeepPosted() {
  const { say } = useJourney()
  const { isOn, screen, notices } = useSyncExternalStore(posted.subscribe, posted.get, posted.get)
  const sound = useSound()
  const does = [
    ...(sound === 'on' ? (['postedSound'] as const) : []),
    ...(screen ? (['postedScreen'] as const) : []),
    ...(notices ? (['postedNotice'] as const) : []),
  ]

  // The document has already handled a press from before this code was loaded. In a layout effect, the state follows the button before an
  // early second press is repeated.
  useLayoutEffect(() => {
    const asked = takePosted()
    if (asked !== null) keepPosted(asked)
  }, [])

  return (
    <>
      <button
        type="button"
        className={`btn btn--quiet posted${isOn ? ' is-on' : ''}`}
        aria-pressed={isOn}
        data-posts=""
        onClick={() => (posted.get().isOn ? stopPosted() : keepPosted(askPhone()))}
      >
        <Icon name={isOn ? 'done' : 'bell'} />
        {say('keepPosted')}
      </button>
      <p className="posted__list" role="status">
        {isOn && does.length > 0 && say('postedList', { list: does.map((means) => say(means)).join(' · ') })}
      </p>
      {isOn && <SoundAgain />}
    </>
  )
}
