import { useEffect } from 'react'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import { eachUntil, useNow } from '#web/live/use-now.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { opensParts } from '#web/shopper/parts/opens.ts'
import { usePause } from '#web/shopper/parts/pause.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { SlotPicker } from '#web/shopper/slots/slot-picker.tsx'
import { refundRule, whenWords } from '#web/shopper/slots/slot-times.ts'
import { clockTime, minutesAndSeconds } from '#web/shopper/times.ts'
import { QueueNow } from './queue-now.tsx'
import type { HeldSlot, SlotChoice } from './slot-choice.ts'
import { useHold } from './use-hold.ts'

const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2'
/** How long a hold lasts, in seconds. */
const HOLD_SECONDS = 900

/** Choosing a slot holds it at once. */
function When({ say, onChange }: { say: Say<SlotTexts>; onChange: (choice: SlotChoice) => void }) {
  const { world, say: sayOfAll, late, clock } = useJourney()
  const { storefront, pass } = world
  const { wanted, over, nowProblem, trouble, choose } = useHold(onChange)
  const now = clock.now()
  const paused = usePause()
  const hasSlot = pass?.slot != null
  // The page of a booked ticket comes next.
  useEffect(() => {
    if (hasSlot) late.load('booked').catch(() => undefined)
  }, [hasSlot, late])
  if (storefront === null) return null
  const held = over === null ? (pass?.slot ?? null) : null
  // What was pressed shows at once, before the answer.
  const chosen = wanted === undefined ? (held?.id ?? null) : wanted
  const { open } = storefront
  const opens = open.opensAt === null ? null : opensParts(open.opensAt, now, world, sayOfAll)
  return (
    <fieldset className="plain when">
      <legend>{say('whenToCome')}</legend>
      <label className={`opt${open.isOpen ? '' : ' opt--off'}`}>
        <input
          type="radio"
          name="when"
          disabled={!open.isOpen}
          checked={open.isOpen && chosen === null && (over === null || wanted === null)}
          onChange={() => choose(null)}
        />
        <span>
          <b>{say('joinNow')}</b>
          <small className="num">
            {open.isOpen ? paused === null && <QueueNow {...storefront} /> : opens === null ? say('closedNow') : say('closedUntil', opens)}
          </small>
        </span>
      </label>
      <Problem text={nowProblem} />
      <h3 className="when__or">{say('orBook')}</h3>
      <SlotPicker
        say={say}
        choice={{
          // Not the name of *Join now*: the Tab key goes from the days to their times, and not past them.
          name: 'time',
          chosen,
          mine: held === null ? null : { id: held.id, startsAt: held.startsAt, word: say('yours'), isFixed: false },
          trouble,
          onChoose: (slot) => choose(slot.id),
        }}
        above={
          over !== null && (
            <div className="when__over" role="status">
              <Drawing path={CLOCK} />
              <div>
                <p className="num">{say('holdOver', { time: clockTime(over.startsAt, world) })}</p>
                <p>{say('holdOverText')}</p>
              </div>
            </div>
          )
        }
      />
      <p className="fine when__how">{say('howItWorks')}</p>
    </fieldset>
  )
}

/** Shown in the dock. The clock follows the server's and never alarms. */
function HoldClock({ say, slot, until }: { say: Say<SlotTexts>; slot: HeldSlot; until: string }) {
  const { world, clock } = useJourney()
  const end = Date.parse(until)
  const left = Math.max(0, Math.ceil((end - useNow(clock.now, eachUntil(end, 1000))) / 1000))
  return (
    <div className="hold">
      <span className="num">{say('held', { time: clockTime(slot.startsAt, world), until: clockTime(until, world) })}</span>
      <b className="num" role="timer" aria-label={say('holdTime')}>
        {minutesAndSeconds(left)}
      </b>
      <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1000" height="8" className="hold__track" />
        <rect width={Math.round(Math.min(1, left / HOLD_SECONDS) * 1000)} height="8" className="hold__left" />
      </svg>
    </div>
  )
}

export const slotsPart = { When, HoldClock, whenWords, refundRule }
