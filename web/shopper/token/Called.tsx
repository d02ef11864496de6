import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PassWire } from '../../../contract/storefront.wire.ts'
import { secondsLeft } from '../../../contract/time.ts'
import { useJourney } from '../journey-context.ts'
import { minutesAndSeconds } from '../times.ts'
import { useNow } from '../use-now.ts'
import { ring, showNotice } from './alarm.ts'
import { Leave } from './Leave.tsx'
import { NotConnected } from './NotConnected.tsx'

/** The call: nothing else on the screen; seen, heard, felt and announced. The time left is the server's. */
export function Called({ pass, number }: { pass: PassWire; number: number }) {
  const { world, say } = useJourney()
  const shop = world.storefront?.shop ?? null
  const { call } = pass
  const now = useNow(call !== null)
  const left = call === null ? null : secondsLeft(call, now)
  const where = call?.counter ? say('goToCounter', { counter: call.counter }) : say('goToShop')
  const [rings, setRings] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const quiet = useRef(() => {})

  const start = useEffectEvent((_startTime: number) => {
    heading.current?.focus({ preventScroll: true })
    showNotice(say('titleCalled'), say('calledAnnounce', { number, where }), pass.id)
    const begun = ring(() => setRings(false))
    setRings(begun.sounds)
    return begun.stop
  })
  // Each call anew: a recall starts another countdown.
  const startTime = call?.startTime ?? 0
  // Before the paint: the sheet gets its button at once and nothing moves.
  useLayoutEffect(() => {
    quiet.current = start(startTime)
    return () => quiet.current()
  }, [startTime])

  return (
    <section className="call" aria-labelledby="called-title">
      <div className="call__main">
        <svg className="call__aisle" viewBox="0 0 390 540" preserveAspectRatio="none" aria-hidden="true">
          <path d="M112 0h166l190 540H-78z" fill="var(--carpet-800)" opacity=".5" />
          <path d="M112 0-78 540M278 0l190 540" stroke="var(--gold-300)" strokeOpacity=".6" strokeWidth="1.5" fill="none" />
        </svg>
        {/* Read out as a whole the moment it appears. */}
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
              <span>{left === 0 ? say('timeOver') : say('counterWaits')}</span>
              <b className="num" role="timer">
                {minutesAndSeconds(left)}
              </b>
            </div>
            <svg className="barline" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="1000" height="8" className="barline__track" />
              <rect width={Math.round((left / Math.max(1, call.duration)) * 1000)} height="8" className="barline__left" />
            </svg>
          </div>
        )}
        {rings && (
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
        <Leave pass={pass} />
      </div>
    </section>
  )
}
