import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { musicIsOff, rememberMusic } from '#web/session/shopper.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { whenIdle } from '#web/shopper/link.ts'
import { Drawing } from '#web/shopper/parts/icon.tsx'

const drawings = {
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
}

/** Once per visit: a shopper who comes Back to this screen has already heard the music, or silenced it. */
let tried = false

/** The looping music at full volume: the shop's own (`sound`), otherwise ours. */
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

  // The music starts without a press if the browser allows that. Most phones do not, and that is not an error.
  const onArrival = useEffectEvent(() => {
    if (tried || musicIsOff()) return
    tried = true
    // A change of language reloads the page, and the browser still counts the press on it. That press did not ask for music.
    const [entry] = performance.getEntriesByType('navigation')
    if (entry instanceof PerformanceNavigationTiming && entry.type === 'reload') return
    if (navigator.userActivation?.hasBeenActive === false)
      return console.info('The music waits for a press: browsers block sound before one.')
    play().catch(blocked)
  })
  useEffect(() => whenIdle(() => onArrival()), [])

  // No one wants music from a pocket.
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
        <Drawing path={plays ? drawings.pause : drawings.sound} />
      </button>
    </>
  )
}

const blocked = (reason: unknown) => console.info('The music was blocked by the browser.', reason)
