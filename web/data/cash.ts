import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type CashCount, countCash, type Drawer, listDrawers, readCash } from '#contract/payments/cash-calls.ts'
import { askOnce, isDecided } from './ask-once.ts'
import { answerOf, readAgain, type Told, useChange } from './query.ts'

export type { CashCount, Drawer }

/** What should be in the drawers of a shop, read again each time a person opens the question. */
export const useDrawers = (shopId: string) => useQuery({ ...answerOf(listDrawers, { params: { id: shopId } }), staleTime: 0, gcTime: 0 })

interface CountRequest extends Pick<CashCount, 'counterId' | 'taken' | 'handedBack' | 'countedPaise' | 'leftPaise' | 'note'> {
  lastCountId: string | null
}

/**
 * If the drawer has changed, it is read again. After a lost answer it is not, so that the person who presses again sends the same count,
 * which is recorded once.
 */
export function useCountCash(shopId: string, told: Told<z.output<typeof countCash.answer>, CountRequest>) {
  const queries = useQueryClient()
  return useChange((body: CountRequest) => askOnce(countCash, { params: { id: shopId }, body }), [listDrawers, readCash], {
    ...told,
    onError: (failure, values) => {
      if (isDecided(countCash, failure)) void readAgain(queries, [listDrawers])
      return told.onError?.(failure, values)
    },
  })
}

/** The counts of a day, and the drawers with cash that is not counted yet. */
export const useCash = (id: string, day: string | undefined) =>
  useQuery({ ...answerOf(readCash, { params: { id }, query: { day } }), staleTime: 0 })
