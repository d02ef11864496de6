import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MINUTE } from '../../../contract/time.ts'
import { readMissed, type StaffTicket } from './api.ts'

export const missedKey = (shopId: string) => ['missed', shopId] as const

/**
 * Who was missed at a shop today and has left the table since (at most 100); asked for anew when those whom the table still holds change.
 * Empty until it is known. Whom the table holds is not in it.
 */
export function useMissed(shopId: string, tickets: readonly StaffTicket[] | undefined): readonly StaffTicket[] {
  const held = (tickets ?? []).flatMap((ticket) => (ticket.state === 'missed' ? [ticket.id] : []))
  const { data } = useQuery({
    queryKey: [...missedKey(shopId), ...held],
    queryFn: ({ signal }) => readMissed(shopId, signal),
    enabled: tickets !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })
  return useMemo(() => {
    const there = new Set(tickets?.map((ticket) => ticket.id))
    return data?.filter((ticket) => !there.has(ticket.id)) ?? NOBODY
  }, [data, tickets])
}

const NOBODY: readonly StaffTicket[] = []
