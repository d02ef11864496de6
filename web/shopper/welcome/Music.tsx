import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { musicIsOff, rememberMusic } from '../../session/shopper.ts'
import { useJourney } from '../journey-context.ts'
import { whenIdle } from '../link.ts'
import { Icon } from '../parts/Icon.tsx'

/** Once per visit: who comes Back to this screen has heard it, or silenced it. */
let tried = false

/** The round button at the top right: plays and pauses the looping music, at full volume. */
export function Music() {
  const { say } = useJourney()
  const audio = useRef<HTMLAudioElement>(null)
  const [plays, setPlays] = useState(false)

  const play = async (): Promise<void> => {
    const element = audio.current
    if (element === null) return
    element.volume = 1
    if (element.src === '') element.src = await import('./evening-music.ts').then((module) => module.eveningMusic())
    await element.play()
  }

  // As music in a hall goes on by itself where the browser lets it; most phones do not, and that is no error.
  const onArrival = useEffectEvent(() => {
    if (tried || musicIsOff()) return
    tried = true
    if (navigator.userActivation?.hasBeenActive === false)
      return console.info('The music waits for a press: browsers block sound before one.')
    play().catch(blocked)
  })
  useEffect(() => whenIdle(() => onArrival()), [])

  // Nobody wants music out of a pocket.
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') audio.current?.pause()
    }
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])

  return (
    <>
      <audio ref={audio} loop preload="none" onPlay={() => setPlays(true)} onPause={() => setPlays(false)}>
        <track kind="captions" />
      </audio>
      <button
        type="button"
        className="round"
        aria-pressed={plays}
        aria-label={say('playMusic')}
        onClick={() => {
          rememberMusic(!plays)
          if (plays) audio.current?.pause()
          else play().catch(blocked)
        }}
      >
        <Icon name={plays ? 'pause' : 'sound'} />
      </button>
    </>
  )
}

const blocked = (reason: unknown) => console.info('The music was blocked by the browser.', reason)
