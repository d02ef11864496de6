import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MINUTE } from '#contract/base/time.ts'
import { counterSession, type DeskState, pauseShop, readDeskState } from '#contract/desk/calls.ts'
import type { PauseReason } from '#contract/queue/queue.ts'
import { ask } from '#web/session/account-call.ts'
import { answerOf, readAgain } from './query.ts'

export type { DeskState }
export type CounterState = DeskState['counters'][number]

const deskOf = (shopId: string) => answerOf(readDeskState, { params: { id: shopId } })

/** The counters of a shop, this device's counter, and the pause. The table reads it again when the socket reports a change. */
export const useDeskState = (shopId: string) =>
  useQuery({ ...deskOf(shopId), enabled: shopId !== '', staleTime: 0, retry: false, refetchInterval: MINUTE / 2 })

/** `pausedFor` is in minutes. Not open: this device leaves the counter and closes it. */
export type CounterUse = { open: true; pausedFor?: number } | { open: false }

export function useCounterUse(shopId: string, done?: (desk: DeskState, use: CounterUse, counterId: string) => void) {
  const queries = useQueryClient()
  const { queryKey } = deskOf(shopId)
  return useMutation({
    mutationFn: ({ counterId, use }: { counterId: string; use: CounterUse }) =>
      ask(counterSession, { params: { id: counterId }, body: use }),
    onSuccess: (desk, { use, counterId }) => {
      // A response to an earlier request must not put the old counter back.
      void queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, desk)
      done?.(desk, use, counterId)
    },
    onError: () => readAgain(queries, [queryKey]),
  })
}

/** `until` is an instant (ISO 8601); null: without an end. A null pause opens the queue again. */
export function usePause(shopId: string, done: (paused: DeskState['paused']) => void) {
  const queries = useQueryClient()
  const { queryKey } = deskOf(shopId)
  return useMutation({
    mutationFn: async (pause: { reason: PauseReason; until: string | null } | null) => {
      const body =
        pause === null ? { resume: true as const } : { reason: pause.reason, ...(pause.until === null ? {} : { until: pause.until }) }
      return (await ask(pauseShop, { params: { id: shopId }, body })).paused
    },
    onSuccess: (paused) => {
      void queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (desk) => desk && { ...desk, paused })
      done(paused)
    },
    onSettled: () => readAgain(queries, [queryKey]),
  })
}
