import { useEffect, useRef, useState } from 'react'
import type { SlotWire } from '#contract/slots/shapes.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import type { NearSlot } from '#web/api/call.ts'
import { joinWaitlist } from '#web/data/shopper/slots.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { clockTime, daysAhead } from '#web/shopper/times.ts'
import { slotDayOf, whenWords } from './slot-times.ts'

/** The slots whose waitlist this page has joined: the server does not say. */
const joined = new Set<string>()

/** `trouble` is the sentence of a race that was lost. `nearest` has space. */
export function FullSlot({
  slot,
  say,
  trouble,
  nearest,
  onNearest,
}: {
  slot: SlotWire
  say: Say<SlotTexts>
  trouble: string | null
  nearest: NearSlot | null
  onNearest: (near: NearSlot) => void
}) {
  const journey = useJourney()
  const { world, clock } = journey
  const [state, setState] = useState<'offer' | 'busy' | 'waits'>(joined.has(slot.id) ? 'waits' : 'offer')
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  // Not its result: in newer browsers it is a promise, and an effect may return only what ends it.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // Both days: after midnight, a time of tomorrow's list has today's date.
  const isSameDay =
    nearest !== null &&
    daysAhead(nearest.startsAt, Date.parse(slot.startsAt), world) === 0 &&
    slotDayOf(nearest.startsAt, world) === slotDayOf(slot.startsAt, world)
  const time = clockTime(slot.startsAt, world)

  const wait = async () => {
    setState('busy')
    setProblem(null)
    try {
      await joinWaitlist(world.shopId ?? '', slot.id)
      joined.add(slot.id)
      setState('waits')
    } catch (failure) {
      setState('offer')
      setProblem(await sentenceOf(failure, journey))
    }
  }
  return (
    <div ref={box} className="slot-picker__tell">
      <p role="status">{state === 'waits' ? say('willTell', { time }) : (trouble ?? say('fullText', { time }))}</p>
      <Problem text={problem} />
      {nearest !== null && (
        <button type="button" className="btn btn--quiet num" onClick={() => onNearest(nearest)}>
          {say('takeNearest', {
            time: isSameDay ? clockTime(nearest.startsAt, world) : whenWords(nearest.startsAt, clock.now(), world, say),
          })}
        </button>
      )}
      {state !== 'waits' && (
        <button type="button" className="btn btn--quiet" disabled={state === 'busy'} onClick={wait}>
          {state === 'busy' ? <Spinner /> : <Icon name="bell" />}
          {say('tellMe')}
        </button>
      )}
    </div>
  )
}
