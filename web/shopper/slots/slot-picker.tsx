import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { SlotWire } from '#contract/slots/shapes.ts'
import { nearestOpen } from '#contract/slots/slots.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import type { NearSlot } from '#web/api/call.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { clockTime, told } from '#web/shopper/times.ts'
import { FullSlot } from './full-slot.tsx'
import { hourOf, slotDayOf } from './slot-times.ts'
import type { SlotTrouble } from './slot-trouble.ts'
import { type SlotDays, useSlotDays } from './use-slot-days.ts'

/** More times than this are folded into morning, afternoon and evening. */
const MOST_UNFOLDED = 18

const DOWN = 'M6 9.5l6 6 6-6'

export interface Choice {
  /** The name of the radio buttons of the times. */
  name: string
  chosen: string | null
  /** The slot that the ticket has, and the word on it. `isFixed`: it cannot be chosen, because it is the one to leave. */
  mine: { id: string; startsAt: string; word: string; isFixed: boolean } | null
  trouble: SlotTrouble | null
  onChoose: (slot: NearSlot) => void
}

/** A slot that fills up stays in its place. A full one offers the waitlist below its row. */
export function SlotPicker({ say, choice, above }: { say: Say<SlotTexts>; choice: Choice; above?: ReactNode }) {
  const { world } = useJourney()
  const { mine, trouble } = choice
  const days = useSlotDays(world.shopId ?? '', mine === null ? null : slotDayOf(mine.startsAt, world))
  const { slots } = days
  const [opened, setOpened] = useState<string | null>(null)
  const onChange = useEffectEvent(days.readAgain)

  // What is left changes with every choice.
  const key = `${mine?.id} ${trouble?.slotId}`
  const [seen, setSeen] = useState(key)
  useEffect(() => {
    if (key === seen) return
    setSeen(key)
    onChange()
  }, [key, seen])

  const nearestTo = (slot: SlotWire): NearSlot | null => {
    const others = (slots ?? []).filter(({ id }) => id !== mine?.id)
    const named = trouble?.slotId === slot.id && trouble.nearest?.id !== mine?.id ? trouble.nearest : null
    return nearestOpen(others, new Date(slot.startsAt)) ?? named
  }
  const shown = trouble?.slotId ?? opened
  const gridOf = (some: SlotWire[]) => (
    <div className="slot-picker__grid">
      {some.map((slot) => (
        <Slot
          key={slot.id}
          slot={slot}
          say={say}
          choice={choice}
          isOpened={shown === slot.id}
          onOpen={() => setOpened((held) => (held === slot.id ? null : slot.id))}
          nearest={nearestTo(slot)}
          onNearest={(near) => {
            if (slots?.every(({ id }) => id !== near.id)) days.show(slotDayOf(near.startsAt, world))
            choice.onChoose(near)
          }}
        />
      ))}
    </div>
  )
  return (
    <div className="slot-picker">
      <Days say={say} days={days} name={`${choice.name}-day`} />
      {above}
      {days.failed && slots === null ? (
        <div className="slot-picker__failed">
          <Problem text={say('timesFailed')} />
          <button type="button" className="btn btn--quiet" onClick={days.readAgain}>
            {say('tryAgain')}
          </button>
        </div>
      ) : slots === null ? (
        <Loading say={say} />
      ) : slots.length === 0 ? (
        <p className="fine">{say(days.days.some(({ isOpen }) => isOpen) ? 'noTimes' : 'noDays')}</p>
      ) : slots.length <= MOST_UNFOLDED ? (
        gridOf(slots)
      ) : (
        <Parts slots={slots} say={say} gridOf={gridOf} mineId={mine?.id ?? null} key={days.day} />
      )}
    </div>
  )
}

function Days({ say, days: { day: shown, days, todayIsOver, show }, name }: { say: Say<SlotTexts>; days: SlotDays; name: string }) {
  const { world } = useJourney()
  // Noon in London is the same date as everywhere where people live.
  const of = (day: string, how: Intl.DateTimeFormatOptions) =>
    told(`${day}T12:00:00Z`, { ...world, storefront: null }, { ...how, timeZone: 'UTC' })
  if (days.length === 0)
    return (
      <div className="slot-picker__days" aria-hidden="true">
        {fourBlanks}
      </div>
    )
  return (
    <fieldset className="slot-picker__days">
      <legend className="vh">{say('day')}</legend>
      {days.map(({ day, isOpen }, ahead) => (
        <label key={day} className="slot-picker__chip slot-picker__day">
          <input type="radio" name={name} checked={shown === day} disabled={!isOpen && shown !== day} onChange={() => show(day)} />
          <b>{ahead === 0 ? say('today') : of(day, { weekday: 'short' })}</b>
          <small className="num">
            {isOpen ? of(day, { day: 'numeric', month: 'short' }) : say(ahead === 0 && todayIsOver ? 'dayOver' : 'dayClosed')}
          </small>
        </label>
      ))}
    </fieldset>
  )
}

function Slot({
  slot,
  say,
  choice,
  isOpened,
  onOpen,
  nearest,
  onNearest,
}: {
  slot: SlotWire
  say: Say<SlotTexts>
  choice: Choice
  isOpened: boolean
  onOpen: () => void
  nearest: NearSlot | null
  onNearest: (near: NearSlot) => void
}) {
  const { world } = useJourney()
  const { mine, trouble } = choice
  const time = clockTime(slot.startsAt, world)
  const isMine = mine?.id === slot.id
  const own = trouble?.slotId === slot.id ? trouble.sentence : null
  if (slot.state === 'full' && !isMine && choice.chosen !== slot.id) {
    return (
      <>
        <button
          type="button"
          className="slot-picker__chip slot-picker__slot slot-picker__slot--full"
          aria-expanded={isOpened}
          onClick={onOpen}
        >
          <b className="num">{time}</b>
          <small>{say('full')}</small>
        </button>
        {isOpened && <FullSlot slot={slot} say={say} trouble={own} nearest={nearest} onNearest={onNearest} />}
      </>
    )
  }
  const words = isMine ? mine.word : slot.state === 'open' ? openWords(slot, say) : say(slot.state)
  const isOff = isMine ? mine.isFixed : slot.state !== 'open'
  return (
    <>
      <label className={`slot-picker__chip slot-picker__slot${isMine && mine.isFixed ? ' slot-picker__slot--mine' : ''}`}>
        <input
          type="radio"
          name={choice.name}
          disabled={isOff}
          checked={choice.chosen === slot.id}
          onChange={() => choice.onChoose(slot)}
        />
        <b className="num">{time}</b>
        <small className="num">{words}</small>
      </label>
      {own !== null && (
        <div className="slot-picker__tell">
          <Problem text={own} />
        </div>
      )}
    </>
  )
}

const openWords = ({ keptUntil, left }: SlotWire, say: Say<SlotTexts>) =>
  keptUntil === undefined ? say('left', { count: left }) : say('kept')

const parts = [
  ['morning', 0],
  ['afternoon', 12],
  ['evening', 17],
] as const

/** A long day in parts. Open are the part of my slot and the first with a free place. */
function Parts({
  slots,
  say,
  gridOf,
  mineId,
}: {
  slots: SlotWire[]
  say: Say<SlotTexts>
  gridOf: (some: SlotWire[]) => ReactNode
  mineId: string | null
}) {
  const { world } = useJourney()
  const partOf = (slot: SlotWire) => parts.filter(([, from]) => hourOf(slot.startsAt, world) >= from).pop()?.[0]
  const inParts = parts
    .map(([name]) => ({ name, some: slots.filter((slot) => partOf(slot) === name) }))
    .flatMap(({ name, some }) => {
      const [first, last] = [some[0], some[some.length - 1]]
      return first && last
        ? [{ name, some, from: first.startsAt, until: last.endsAt, left: some.reduce((sum, { left }) => sum + left, 0) }]
        : []
    })
  const [openAtFirst] = useState(() => {
    const mine = inParts.find(({ some }) => some.some(({ id }) => id === mineId))
    return [mine, inParts.find(({ left }) => left > 0)].flatMap((part) => (part ? [part.name] : []))
  })
  return inParts.map(({ name, some, from, until, left }) => (
    <details key={name} className="slot-picker__part" open={openAtFirst.includes(name)}>
      <summary>
        <b>{say(name)}</b>
        <span className="num">
          {clockTime(from, world)}–{clockTime(until, world)}
        </span>
        <small className="num">{say('places', { count: left })}</small>
        <Drawing path={DOWN} />
      </summary>
      {gridOf(some)}
    </details>
  ))
}

const fourBlanks = ['a', 'b', 'c', 'd'].map((key) => <i key={key} className="slot-picker__chip slot-picker__day" />)
const nineBlanks = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => (
  <i key={key} className="slot-picker__chip slot-picker__slot" />
))

/** The shape of a day until it is read, so that little moves. */
const Loading = ({ say }: { say: Say<SlotTexts> }) => (
  <div className="slot-picker__grid slot-picker__grid--loading" role="status">
    <span className="vh">{say('loading')}</span>
    {nineBlanks}
  </div>
)
