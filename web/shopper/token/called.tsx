import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { secondsLeft } from '#contract/base/time.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { eachUntil, useNow } from '#web/live/use-now.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { clockTime, minutesAndSeconds } from '#web/shopper/times.ts'
import { ring, showNotice } from './alarm.ts'
import { Leave } from './leave.tsx'
import { NotConnected } from './not-connected.tsx'
import { SoundAgain, useSound } from './sound-again.tsx'

/** Nothing else is on the screen. The call is seen, heard, felt and announced. */
export function Called({ pass, number }: { pass: PassWire; number: number }) {
  const { world, say, clock } = useJourney()
  const shop = world.storefront?.shop ?? null
  const { call } = pass
  // The grace time lasts whole seconds, so its seconds are those of the countdown.
  const now = useNow(clock.now, eachUntil(call?.missedAt, 1000))
  const isOver = call !== null && secondsLeft(call, now) === 0
  // After the countdown, the place is kept for the grace time: the bar starts again.
  const running = isOver ? graceOf(call) : call
  const left = running && secondsLeft(running, now)
  const where = call?.counter ? say('goToCounter', { counter: call.counter }) : say('goToShop')
  // Until its last note, or until it is stopped.
  const [rings, setRings] = useState(false)
  const sound = useSound()
  const heading = useRef<HTMLHeadingElement>(null)
  const quiet = useRef(() => {})

  const [again, setAgain] = useState(0)
  const start = useEffectEvent((_rings: number, _again: number) => {
    heading.current?.focus({ preventScroll: true })
    showNotice(say('titleCalled'), say('calledAnnounce', { number, where }), pass.id)
    setRings(true)
    return ring(() => setRings(false))
  })
  // Each call and each recall rings. An extended call starts another countdown without a sound.
  const timesRung = call?.rings ?? 0
  // Before the paint, so that the sheet has its button at once and nothing moves.
  useLayoutEffect(() => {
    quiet.current = start(timesRung, again)
    return () => quiet.current()
  }, [timesRung, again])

  return (
    <section className="call" aria-labelledby="called-title">
      <div className="call__main">
        <svg className="call__aisle" viewBox="0 0 390 540" preserveAspectRatio="none" aria-hidden="true">
          <path d="M112 0h166l190 540H-78z" fill="var(--carpet-800)" opacity=".5" />
          <path d="M112 0-78 540M278 0l190 540" stroke="var(--gold-300)" strokeOpacity=".6" strokeWidth="1.5" fill="none" />
        </svg>
        {/* Screen readers read all of it at the moment it appears. */}
        <div role="alert">
          <h1 id="called-title" ref={heading} tabIndex={-1}>
            {say('titleCalled')}
          </h1>
          <b className={`no num${number > 999 ? ' four' : ''}`}>{number}</b>
          <p className="go">
            <span>{where}</span>
            {shop !== null && <small>{shop.place === '' ? shop.name : say('placeLine', { mall: shop.name, place: shop.place })}</small>}
          </p>
        </div>
      </div>
      <div className="call__sheet">
        <NotConnected />
        {left !== null && running !== null && (
          <div>
            <div className="left">
              <span>
                {!isOver
                  ? say('counterWaits')
                  : left > 0
                    ? say('graceHeld', { time: clockTime(running.startTime + running.duration * 1000, world) })
                    : say('timeOver')}
              </span>
              <b className="num" role="timer">
                {minutesAndSeconds(left)}
              </b>
            </div>
            <svg className="barline" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="1000" height="8" className="barline__track" />
              <rect
                width={Math.round((left / Math.max(1, running.duration)) * 1000)}
                height="8"
                className={isOver ? 'barline__left barline__left--grace' : 'barline__left'}
              />
            </svg>
          </div>
        )}
        {rings && sound === 'on' && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              quiet.current()
              setRings(false)
            }}
          >
            {say('stopSound')}
          </button>
        )}
        {rings && <SoundAgain onAgain={() => setAgain(again + 1)} />}
        <Leave pass={pass} />
      </div>
    </section>
  )
}

/** The grace time as a countdown of its own. */
function graceOf({ startTime, duration, missedAt }: NonNullable<PassWire['call']>): { startTime: number; duration: number } {
  const end = startTime + duration * 1000
  return { startTime: end, duration: Math.round((missedAt - end) / 1000) }
}
