import { useState } from 'react'
import type { CounterUse, DeskState } from '#web/data/desk.ts'
import { tell } from '#web/ui/tell.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { failureWords } from '#web/words/failure.ts'
import { say } from '#web/words/words.ts'
import { othersAt, ownCounter } from './desk-steps.ts'
import type { CounterDesk } from './use-counter-desk.ts'
import type { WhichCounterProps } from './which-counter.tsx'

/**
 * Asks which counter this device is at: once, and again when the person wants to change it. `question` is null while there is nothing to
 * ask, for example in a shop without counters.
 */
export function useCounterQuestion(shopId: string, at: CounterDesk): { question: WhichCounterProps | null; ask: () => void } {
  const [isChanging, setChanging] = useState(false)
  const [isNone, setNone] = useState(() => worksWithoutCounter(shopId))
  const { state, counter, counterUse } = at
  const { data } = state
  const isAsked = data !== undefined && data.counters.length > 0 && (isChanging || (data.mine === null && !isNone))

  const answer = async (counterId: string | null, people: readonly string[]) => {
    // Close the counter that this device leaves, unless a colleague works there.
    if (counter !== null && counter.id !== counterId && people.length <= 1) {
      await counterUse.mutateAsync({ counterId: counter.id, use: { open: false } })
    }
    if (counterId !== null) {
      await counterUse.mutateAsync({ counterId, use: { open: true } })
      rememberCounter(shopId, counterId)
    }
    rememberNoCounter(shopId, counterId === null)
    setNone(counterId === null)
    setChanging(false)
  }

  return {
    ask: () => {
      counterUse.reset()
      setChanging(true)
    },
    question: isAsked
      ? {
          counters: data.counters,
          chosen: data.mine ?? lastCounter(shopId),
          busy: counterUse.isPending,
          failure: counterUse.error ? failureWords(counterUse.error) : null,
          // The form shows the error.
          onChoose: (counterId) => void answer(counterId, counter?.people ?? []).catch(() => undefined),
          onCancel: isChanging ? () => setChanging(false) : undefined,
        }
      : null,
  }
}

/** Tells the person that a counter is now closed, or that another device is at the same counter. */
export const tellUse =
  (self: string) =>
  (desk: DeskState, use: CounterUse, counterId: string): void => {
    const counter = desk.counters.find(({ id }) => id === counterId)
    if (counter === undefined) return
    const close = say('closeMessage')
    const names = ownCounter(desk) === counter ? othersAt(counter, self).join(', ') : ''
    if (!use.open) tell({ topic: 'counter', text: sayOfDesk('closedCounter', { counter: counter.name }), close })
    else if (names !== '') tell({ topic: 'counter', text: sayOfDesk('sameCounter', { counter: counter.name, names }), close })
  }

const KEPT = (shopId: string) => `deskCounter:${shopId}`

/** The last counter of this browser, which the question preselects; null if there is none. */
const lastCounter = (shopId: string): string | null => localStorage.getItem(KEPT(shopId))
const rememberCounter = (shopId: string, counterId: string): void => localStorage.setItem(KEPT(shopId), counterId)

/** True if the person has said in this tab that this device is at no counter. */
const worksWithoutCounter = (shopId: string): boolean => sessionStorage.getItem(KEPT(shopId)) === 'none'
const rememberNoCounter = (shopId: string, none: boolean): void =>
  none ? sessionStorage.setItem(KEPT(shopId), 'none') : sessionStorage.removeItem(KEPT(shopId))
