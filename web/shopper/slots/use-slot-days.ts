import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SlotWire } from '#contract/slots/shapes.ts'
import { type DayOfSlots, readSlots } from '#web/data/shopper/slots.ts'
import { onWake } from '#web/device/wake.ts'
import { useJourney } from '#web/shopper/journey-context.ts'

/** How often the day is read again while the page is seen, in ms: for what the socket does not tell, or while it is away. */
const AGAIN_MS = 15_000

/** What the shop's hall was told of a slot, and when (`performance.now()`). */
interface Told {
  left: number
  at: number
}

export interface SlotDays {
  /** The day that is shown, once it is known. */
  day: string | null
  days: DayOfSlots['days']
  /** Null while they are being read. A slot that began before they were shown first is not among them. */
  slots: DayOfSlots['slots'] | null
  failed: boolean
  /** Today had slots, and all have begun; false if the rest of the day is closed. */
  todayIsOver: boolean
  show: (day: string) => void
  readAgain: () => void
}

/** One day at a time, and live. `firstDay` is shown first; null: today, or the next day with a free time. */
export function useSlotDays(shopId: string, firstDay: string | null): SlotDays {
  const { clock, onPlaces } = useJourney()
  const [wanted, show] = useState(firstDay)
  const [read, setRead] = useState<DayOfSlots | null>(null)
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map())
  /** When each day was shown first, epoch ms by the server's clock. */
  const [since, setSince] = useState<ReadonlyMap<string, number>>(new Map())
  const [failed, setFailed] = useState(false)
  const [todayIsOver, setTodayIsOver] = useState(false)
  const again = useRef(() => {})

  const took = useEffectEvent((next: DayOfSlots, askedAt: number) => {
    setFailed(false)
    setTold((held) => new Map([...held].filter(([, { at }]) => at > askedAt)))
    const firstOpen = next.days.find(({ isOpen }) => isOpen)?.day
    const isOpen = next.days.some(({ day, isOpen }) => day === next.day && isOpen)
    // The first reading decides which day is shown; after that the shopper does.
    if (read === null && !isOpen && firstOpen !== undefined && firstDay === null) show(firstOpen)
    setSince((held) => (held.has(next.day) ? held : new Map(held).set(next.day, clock.now())))
    if (next.day === next.days[0]?.day) setTodayIsOver(next.slots.length > 0 && next.slots.every(({ state }) => state === 'past'))
    setRead(next)
  })

  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout>
    const load = () => {
      clearTimeout(timer)
      timer = setTimeout(load, AGAIN_MS)
      if (document.visibilityState !== 'visible') return
      const askedAt = performance.now()
      readSlots(shopId, wanted).then(
        (next) => !over && took(next, askedAt),
        () => !over && setFailed(true),
      )
    }
    again.current = load
    load()
    const sleepless = onWake(load)
    return () => {
      over = true
      clearTimeout(timer)
      sleepless()
    }
  }, [shopId, wanted])

  useEffect(
    () =>
      onPlaces((left) => {
        const at = performance.now()
        setTold((held) => new Map([...held, ...left.map((slot) => [slot.id, { left: slot.left, at }] as const)]))
      }),
    [onPlaces],
  )

  const day = wanted ?? read?.day ?? null
  const shownSince = since.get(day ?? '') ?? 0
  return {
    day,
    days: read?.days ?? [],
    slots:
      read === null || read.day !== day
        ? null
        : read.slots.filter(({ startsAt }) => Date.parse(startsAt) > shownSince).map((slot) => asTold(slot, told, clock.now())),
    failed,
    show,
    readAgain: () => again.current(),
    todayIsOver,
  }
}

function asTold(slot: SlotWire, told: ReadonlyMap<string, Told>, now: number): SlotWire {
  const left = told.get(slot.id)?.left
  if (left === undefined || (slot.state !== 'open' && slot.state !== 'full')) return slot
  // The hall is not told of a place that is kept for this shopper.
  const isKept = slot.keptUntil !== undefined && Date.parse(slot.keptUntil) > now
  const own = isKept ? left + 1 : left
  return { ...slot, left: own, state: own > 0 ? 'open' : 'full' }
}
