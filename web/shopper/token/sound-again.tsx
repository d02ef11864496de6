import { useSyncExternalStore } from 'react'
import { keepSound, type Sound, sound, unlockSound } from '#web/device/sound.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'

export const useSound = (): Sound => useSyncExternalStore(sound.subscribe, sound.get, sound.get)

/** Shows nothing while the page can ring. */
export function SoundAgain({ onAgain }: { onAgain?: () => void }) {
  const { say } = useJourney()
  const isSilent = useSound() === 'silent'
  const turnOn = async () => {
    const unlocked = await unlockSound()
    keepSound(unlocked)
    if (unlocked !== null) onAgain?.()
  }
  return (
    <>
      <p className="posted__list" role="status">
        {isSilent && say('soundSilent')}
      </p>
      {isSilent && (
        <button type="button" className="btn btn--quiet posted__again" onClick={turnOn}>
          <Icon name="bell" />
          {say('soundAgain')}
        </button>
      )}
    </>
  )
}
