import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { secondsLeft } from '#contract/base/time.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { clockTime, minutesAndSeconds } from '#web/shopper/times.ts'
import { useNow } from '#web/shopper/use-now.ts'
import { ring, showNotice } from './alarm.ts'
import { Leave } from './leave.tsx'
import { NotConnected } from './not-connected.tsx'
import { SoundAgain, useSound } from './sound-again.tsx'

/** The call: nothing else is on the screen. It is seen, heard, felt and announced. The time left follows the server's clock. */
export function Called({ pass, number }: { pass: PassWire; number: number }) {
  const { world, say } = useJourney()
  const shop = world.storefront?.shop ?? null
  const { call } = pass
  const now = useNow(call !== null)
  const left = call === null ? null : secondsLeft(call, now)
  // After the countdown, the place is kept for the grace time: then the bar starts again.
  const calledUntil = call === null ? 0 : call.startTime + call.duration * 1000
  const grace = call === null || left !== 0 ? null : { startTime: calledUntil, duration: Math.round((call.missedAt - calledUntil) / 1000) }
  const kept = grace === null ? 0 : secondsLeft(grace, now)
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
        {left !== null && call !== null && (
          <div>
            <div className="left">
              <span>
                {left > 0 && say('counterWaits')}
                {left === 0 && (kept > 0 ? say('graceHeld', { time: clockTime(call.missedAt, world) }) : say('timeOver'))}
              </span>
              <b className="num" role="timer">
                {minutesAndSeconds(left || kept)}
              </b>
            </div>
            <svg className="barline" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="1000" height="8" className="barline__track" />
              {grace === null ? (
                <rect width={barOf(left, call.duration)} height="8" className="barline__left" />
              ) : (
                <rect width={barOf(kept, grace.duration)} height="8" className="barline__left barline__left--grace" />
              )}
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

/** The part of the bar that is left, of 1000. */
const barOf = (left: number, whole: number): number => Math.round((left / Math.max(1, whole)) * 1000)
