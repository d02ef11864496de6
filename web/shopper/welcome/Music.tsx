import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { musicIsOff, rememberMusic } from '../../session/shopper.ts'
import { useJourney } from '../journey-context.ts'
import { whenIdle } from '../link.ts'
import { Icon } from '../parts/Icon.tsx'

/** Once per visit: who comes Back to this screen has heard it, or silenced it. */
let tried = false

/** The round button at the top right: plays and pauses the looping music, at full volume: the shop's own (`sound`), else the house's. */
export function Music({ sound }: { sound: string | null }) {
  const { say } = useJourney()
  const audio = useRef<HTMLAudioElement>(null)
  const loaded = useRef<string | null>(null)
  const [plays, setPlays] = useState(false)

  const play = async (): Promise<void> => {
    const element = audio.current
    if (element === null) return
    element.volume = 1
    const address: string = sound ?? (await import('./evening-music.ts').then((module) => module.eveningMusic()))
    if (loaded.current !== address) element.src = address
    loaded.current = address
    await element.play()
  }

  // The shop has chosen another sound while this one plays.
  const onOther = useEffectEvent((next: string | null) => {
    if (loaded.current !== null && loaded.current !== next && audio.current?.paused === false) play().catch(blocked)
  })
  useEffect(() => onOther(sound), [sound])

  // As music in a hall goes on by itself where the browser lets it; most phones do not, and that is no error.
  const onArrival = useEffectEvent(() => {
    if (tried || musicIsOff()) return
    tried = true
    // The other language loads the page anew, and the browser still counts the press on it: that was no wish for music.
    const [entry] = performance.getEntriesByType('navigation')
    if (entry instanceof PerformanceNavigationTiming && entry.type === 'reload') return
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
