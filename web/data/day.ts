import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Figures, readInsights } from '#contract/office/insights-calls.ts'
import { type DayTicket, readDay } from '#contract/payments/day-calls.ts'
import { ask } from '#web/session/account-call.ts'
import { keyOf } from './query.ts'

export type { DayTicket, Figures }

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

/** The figures of the same day, beside those of the same weekday before. Those of the last day stay while others are read. */
export function useInsights(id: string, day: string | undefined) {
  const parts = { params: { id }, query: { day } }
  return useQuery({
    queryKey: keyOf(readInsights, parts),
    queryFn: ({ signal }) => ask(readInsights, { ...parts, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
export type Insights = NonNullable<ReturnType<typeof useInsights>['data']>
