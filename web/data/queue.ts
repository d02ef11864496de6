import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MINUTE } from '#contract/base/time.ts'
import type { Call } from '#contract/call.ts'
import { callByNumber, listMissed, listTickets, startCountdown } from '#contract/desk/calls.ts'
import { arriveTicket, completeTicket, extendCountdown, noShowTicket, recallTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import type { StaffAction } from '#contract/queue/queue.ts'
import { type StaffTicket, type StaffTicketWire, ticket } from '#contract/queue/shapes.ts'
import { noteServerTime } from '#web/live/server-clock.ts'
import { ask } from '#web/session/account-call.ts'
import { keyOf } from './query.ts'

export type { StaffTicket }

const of = (shopId: string) => ({ params: { id: shopId } })

/** Converts a ticket from the socket to our words. */
export const readTicket = (wire: StaffTicketWire): StaffTicket => ticket.parse(wire)

/** The table keeps more than the list of today's live tickets: `keep` gets a function that reads the list, and returns what to keep. */
export const tableOf = <T>(shopId: string, keep: (read: () => Promise<StaffTicket[]>) => Promise<T>) =>
  queryOptions({ queryKey: tableKey(shopId), queryFn: ({ signal }) => keep(() => ask(listTickets, { ...of(shopId), signal })) })

export const tableKey = (shopId: string) => keyOf(listTickets, of(shopId), 'table')

/** The last called comes first. Only numbers are kept, because the board shows no names. */
export const missedNumbersOf = (shopId: string, calls: string) =>
  queryOptions({
    // Read again when the calls change.
    queryKey: keyOf(listTickets, of(shopId), 'missed', calls),
    queryFn: async ({ signal }) =>
      (await ask(listTickets, { ...of(shopId), signal }))
        .filter(({ state }) => state === 'missed')
        .sort((a, b) => (b.calledAt?.getTime() ?? 0) - (a.calledAt?.getTime() ?? 0))
        .flatMap(({ number }) => (number === null ? [] : [number])),
  })

/**
 * The customers who were missed today and have left the table since, the last missed first, at most 100. Read again when the missed
 * customers on the table change. Empty until the first read.
 */
export function useMissed(shopId: string, tickets: readonly StaffTicket[] | undefined): readonly StaffTicket[] {
  const held = (tickets ?? []).flatMap((one) => (one.state === 'missed' ? [one.id] : []))
  const { data } = useQuery({
    queryKey: keyOf(listMissed, of(shopId), ...held),
    queryFn: async ({ signal }) => (await ask(listMissed, { ...of(shopId), signal })).tickets,
    enabled: tickets !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })
  return useMemo(() => {
    const there = new Set(tickets?.map((one) => one.id))
    return data?.filter((one) => !there.has(one.id)) ?? NOBODY
  }, [data, tickets])
}

const NOBODY: readonly StaffTicket[] = []

/** For a changed ticket: any change takes it off the list of missed customers. */
export const dropMissed = (queries: QueryClient, { id, shopId }: StaffTicket): void => {
  queries.setQueriesData<StaffTicket[]>({ queryKey: keyOf(listMissed, of(shopId)) }, (list) => list?.filter((one) => one.id !== id))
}

/**
 * Marks the ticket called, starts its countdown, sends the message. `alreadyCalled`: it had been called before. Without a counter the
 * server chooses one.
 */
export function callTicket(
  called: { id: string; mobile: string },
  counterId: string | null,
): Promise<{ ticket: StaffTicket; alreadyCalled: boolean }> {
  return ask(callByNumber, { body: { number: called.mobile, ticketId: called.id, ...(counterId !== null && { counterId }) } })
}

/** Confirms the countdown of this mobile number's call, in seconds. Another duration restarts it; the same duration changes nothing. */
export async function startCall(called: { mobile: string; shopId: string; duration: number }): Promise<void> {
  const { mobile, shopId, duration } = called
  noteServerTime((await ask(startCountdown, { body: { duration, phoneNumber: mobile, shopId } })).serverTime)
}

const actionCalls = {
  arrive: arriveTicket,
  recall: recallTicket,
  extend: extendCountdown,
  complete: completeTicket,
  no_show: noShowTicket,
  undo: undoAction,
} satisfies Partial<Record<StaffAction, Call>>
export type DeskAction = keyof typeof actionCalls

/** Returns the changed ticket. Only *arrive* uses the counter: it says where the customer is. */
export async function actOn(ticketId: string, action: DeskAction, counterId: string | null): Promise<StaffTicket> {
  const body = action === 'arrive' && counterId !== null ? { counterId } : {}
  return (await ask(actionCalls[action], { params: { id: ticketId }, body })).ticket
}
