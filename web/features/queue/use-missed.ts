import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MINUTE } from '../../../contract/time.ts'
import { readMissed, type StaffTicket } from './api.ts'

export const missedKey = (shopId: string) => ['missed', shopId] as const

/**
 * Who was missed at a shop today and has left the table since: asked for while `wanted`, and anew when those whom the table still holds
 * change. Empty until it is known. Whom the table holds is not in it.
 */
export function useMissed(shopId: string, tickets: readonly StaffTicket[] | undefined, wanted: boolean): readonly StaffTicket[] {
  const held = (tickets ?? []).flatMap((ticket) => (ticket.state === 'missed' ? [ticket.id] : []))
  const { data } = useQuery({
    queryKey: [...missedKey(shopId), ...held],
    queryFn: ({ signal }) => readMissed(shopId, signal),
    enabled: wanted && tickets !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })
  return useMemo(() => {
    if (!wanted || data === undefined) return NOBODY
    const there = new Set(tickets?.map((ticket) => ticket.id))
    return data.filter((ticket) => !there.has(ticket.id))
  }, [wanted, data, tickets])
}

const NOBODY: readonly StaffTicket[] = []
