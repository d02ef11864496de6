import { useInfiniteQuery } from '@tanstack/react-query'
import { type DayTicket, readDay } from '#contract/payments/day-calls.ts'
import { ask } from '#web/session/account-call.ts'
import { keyOf } from './query.ts'

export type { DayTicket }

/** A service day of a mall or a shop; today if `day` is undefined. It is read again each time a person opens the screen. */
export function useDay(id: string, day: string | undefined) {
  const query = { day }
  return useInfiniteQuery({
    queryKey: keyOf(readDay, { params: { id }, query }),
    queryFn: ({ signal, pageParam }) => ask(readDay, { params: { id }, query: { ...query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}
