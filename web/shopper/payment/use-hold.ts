import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { cancelTicket } from '#web/data/shopper/queue.ts'
import { chooseSlot } from '#web/data/shopper/slots.ts'
import { codeOf, sentenceOf } from '#web/shopper/failures.ts'
import { joinAgain } from '#web/shopper/join-again.ts'
import { hasEnded } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { type SlotTrouble, troubleOf } from '#web/shopper/slots/slot-trouble.ts'
import type { HeldSlot, SlotChoice } from './slot-choice.ts'

/** With the arrow keys people pass several slots. Only one on which they rest is held. In ms. */
const REST_MS = 250
/** Browser timers can wait for 24 days at most; a day is enough here. */
const LONGEST_MS = 86_400_000

export interface Hold {
  /** What was pressed and is not answered yet: a slot's id, or null for now; undefined: nothing. */
  wanted: string | null | undefined
  /** The slot whose hold has ended. */
  over: HeldSlot | null
  /** Why joining now was refused. */
  nowProblem: string | null
  trouble: SlotTrouble | null
  choose: (slotId: string | null) => void
}

/** The last press counts; the server's answer decides. */
export function useHold(onChange: (choice: SlotChoice) => void): Hold {
  const journey = useJourney()
  const { forgetPass, took, refreshPass, go } = journey
  const { pass } = journey.world
  const [wanted, setWanted] = useState<string | null | undefined>()
  const [nowProblem, setNowProblem] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<SlotTrouble | null>(null)
  const presses = useRef(0)
  const running = useRef<Promise<void>>(Promise.resolve())
  const over = useOver(pass)

  const take = async (ticketId: string, slotId: string | null): Promise<void> => {
    await chooseSlot(ticketId, slotId)
    await refreshPass()
  }

  /** A ticket ends with its hold, so choosing again needs a new one. */
  const startAgain = async (old: PassWire, slotId: string | null): Promise<void> => {
    if (!hasEnded(old.state)) {
      // Otherwise the end of the old ticket would show its own screen.
      forgetPass()
      await cancelTicket(old.id).catch(() => undefined)
    }
    const joined = await joinAgain(journey, old).catch((failure: unknown) => {
      took(old)
      throw failure
    })
    // This phone no longer knows the details, so the form asks for them.
    if (joined === null) return go('information', { replace: true })
    go('payment', { replace: true })
    if (slotId !== null) await take(joined.pass.id, slotId)
  }

  const story = useEffectEvent(async (slotId: string | null, press: number) => {
    if (press !== presses.current || pass === null) return
    try {
      await (over === null ? take(pass.id, slotId) : startAgain(pass, slotId))
    } catch (failure) {
      const sentence = await sentenceOf(failure, journey)
      const code = codeOf(failure)
      if (code === 'not_verified' || code === 'ticket_not_found') {
        forgetPass()
        journey.alert(sentence, 'bad')
        return go('information', { replace: true })
      }
      if (press === presses.current && slotId === null) setNowProblem(sentence)
      if (press === presses.current && slotId !== null) setTrouble(troubleOf(slotId, sentence, failure))
      if (code !== 'offline') await refreshPass().catch(() => undefined)
    } finally {
      if (press === presses.current) setWanted(undefined)
    }
  })

  const choose = (slotId: string | null) => {
    presses.current += 1
    const press = presses.current
    setWanted(slotId)
    setNowProblem(null)
    setTrouble(null)
    setTimeout(() => {
      // One after the other, so that the server ends with the last press.
      running.current = running.current.then(() => story(slotId, press))
    }, REST_MS)
  }

  const report = useEffectEvent((busy: boolean, slot: HeldSlot | null) =>
    onChange({ busy, over: slot === null ? null : { slot, again: () => choose(slot.id) } }),
  )
  const isBusy = wanted !== undefined
  useEffect(() => report(isBusy, over), [isBusy, over])

  return {
    wanted,
    over,
    nowProblem,
    trouble,
    choose,
  }
}

/** Ended as the server says, or by its clock if that news is late. */
function useOver(pass: PassWire | null): HeldSlot | null {
  const { clock, refreshPass } = useJourney()
  const slot = pass?.slot ?? null
  const until = slot === null ? null : (pass?.heldUntil ?? null)
  const [ended, setEnded] = useState<string | null>(null)
  const end = useEffectEvent((at: string) => {
    setEnded(at)
    refreshPass().catch(() => undefined)
  })
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => end(until), Math.min(Math.max(Date.parse(until) - clock.now(), 0), LONGEST_MS))
    return () => clearTimeout(timer)
  }, [until, clock])
  return pass?.state === 'expired' || (until !== null && ended === until) ? slot : null
}
