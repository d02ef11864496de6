import { useNetwork, useThrottledCallback } from '@mantine/hooks'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MISSED_MINUTES } from '../../../contract/queue.ts'
import { MINUTE } from '../../../contract/time.ts'
import type { Digest } from '../../../contract/waiting.ts'
import { CallFailure } from '../../api/call.ts'
import { noteServerTime } from '../../live/server-clock.ts'
import type { LiveState } from '../../live/socket.ts'
import { accountLive } from '../../session/account-live.ts'
import { forgetPressesExcept, rememberPress } from '../../session/clicked-state.ts'
import { readTicket, readTickets, type StaffTicket } from './api.ts'
import { whatHappened, withEntry } from './desk-log.ts'
import { deskOf } from './desk-memory.ts'
import { emptyTable, type HeadStarts, type TableState, USUAL_HEAD_STARTS, withList, withTicket } from './table-state.ts'
import { handBacksKey } from './use-hand-backs.ts'
import { missedKey } from './use-missed.ts'

/** While the socket is down the list is asked for this often, in ms. */
export const POLL_MS = 5000

export const tableKey = (shopId: string) => ['tickets', shopId] as const

/** How the table hears of changes: by the socket, by asking every 5 s, or not at all. */
export interface TableLink {
  state: 'connecting' | 'live' | 'polling' | 'offline'
  /** When the list was last known to be right, epoch ms by this device's clock; null before the first list. */
  since: number | null
  /** When it is asked for again, epoch ms by this device's clock. */
  retryAt: number | null
}

/** Takes one changed ticket into the cached table and the log of last actions; `mine` where this tab caused it. */
export function takeTicket(
  queries: QueryClient,
  headStarts: HeadStarts,
  change: { ticket: StaffTicket; gone: boolean; mine: boolean },
): void {
  const { ticket, gone } = change
  // Whatever happens to who was missed, they are more than that now.
  queries.setQueriesData<StaffTicket[]>({ queryKey: missedKey(ticket.shopId) }, (list) => list?.filter(({ id }) => id !== ticket.id))
  const { acting, calling } = deskOf(ticket.shopId).get()
  // The socket is often faster than the answer of the action that it tells of.
  const mine = change.mine || acting.has(ticket.id) || calling.has(ticket.id)
  const key = tableKey(ticket.shopId)
  const before = queries.getQueryData<TableState>(key)
  // Without the table (a reload on another screen) only the log has to know.
  if (before === undefined) {
    deskOf(ticket.shopId).set((desk) => ({ ...desk, log: withEntry(desk.log, null, ticket, mine, Date.now()) }))
    return
  }
  const after = withTicket(before, ticket, gone, headStarts)
  if (after !== before && !ticket.clicked && !calling.has(ticket.id)) rememberPress(ticket.id, false)
  const known = before.tickets.find((t) => t.id === ticket.id)
  const happened = whatHappened(known ?? (before.gone.has(ticket.id) ? { ...ticket, state: 'served' } : undefined), ticket)
  if (after !== before) {
    deskOf(ticket.shopId).set((desk) => ({ ...desk, log: withEntry(desk.log, happened, ticket, mine, Date.now()) }))
  }
  queries.setQueryData(key, after)
}

/** The staff table of a shop, live. `failure` is a refusal (403, 404) that trying again would not change. */
export function useTable(shopId: string, headStarts: HeadStarts | undefined) {
  const queries = useQueryClient()
  const [live, setLive] = useState<LiveState>('connecting')
  const [openCounters, setOpenCounters] = useState<number | null>(null)
  const { online } = useNetwork()
  const starts = useRef(headStarts)
  starts.current = headStarts
  const down = live === 'away' || !online

  const query = useQuery({
    queryKey: tableKey(shopId),
    queryFn: async ({ signal }) => {
      const beat = queries.getQueryData<TableState>(tableKey(shopId))?.beat ?? 0
      const list = await readTickets(shopId, signal)
      keepPresses(shopId, list)
      return withList(queries.getQueryData<TableState>(tableKey(shopId)) ?? emptyTable, list, beat, starts.current ?? USUAL_HEAD_STARTS)
    },
    enabled: headStarts !== undefined,
    staleTime: 0,
    retry: false,
    structuralSharing: false,
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : down || state.status === 'error' ? POLL_MS : false),
    refetchIntervalInBackground: true,
  })
  const { refetch } = query
  // Numbers are skipped for every event that is no row, so a busy shop would ask several times a second.
  const refetchSoon = useThrottledCallback(() => void refetch(), 1000)
  const handBacksChanged = useThrottledCallback(() => void queries.invalidateQueries({ queryKey: handBacksKey(shopId) }), 1000)

  const ready = headStarts !== undefined
  useEffect(() => {
    if (!ready) return
    const now = () => starts.current ?? USUAL_HEAD_STARTS
    const takeDigest = (digest: Digest) => {
      noteServerTime(digest.serverTime)
      setOpenCounters(digest.openCounters)
    }
    setOpenCounters(null)
    return accountLive().watch(
      { shopId, staff: true },
      {
        state: setLive,
        snapshot: ({ tickets, digest }) => {
          if (digest) takeDigest(digest)
          handBacksChanged()
          if (tickets === undefined) return refetchSoon()
          queries.setQueryData<TableState>(tableKey(shopId), (state = emptyTable) =>
            withList(state, tickets.map(readTicket), state.beat, now()),
          )
        },
        digest: takeDigest,
        staff: ({ ticket, gone }) => {
          takeTicket(queries, now(), { ticket: readTicket(ticket), gone, mine: false })
          // Who has left may have cash to get back, or has just got it.
          if (gone) handBacksChanged()
        },
        gap: () => {
          refetchSoon()
          handBacksChanged()
        },
      },
    )
  }, [shopId, ready, queries, refetchSoon, handBacksChanged])

  useMissedLeave(query.data?.tickets, refetchSoon)

  const lost = down && (!online || (query.error instanceof CallFailure && query.error.offline))
  const state: TableLink['state'] = lost ? 'offline' : live === 'live' ? 'live' : live === 'away' ? 'polling' : 'connecting'
  const since = useLastRight(state, query.dataUpdatedAt)
  const retryAt = lost ? Math.max(query.errorUpdatedAt, query.dataUpdatedAt) + POLL_MS : null
  return {
    tickets: query.data?.tickets,
    failure: isRefusal(query.error) ? query.error : null,
    broken: query.isError && query.data === undefined,
    /** True where the counters of the shop are all closed; not said of a shop that is not heard. */
    allClosed: live === 'live' && openCounters === 0,
    link: { state, since, retryAt } satisfies TableLink,
    refetch,
  }
}

/** A list is the server's word on who is called: other remembered presses end, but for those still under way or just bridged. */
function keepPresses(shopId: string, list: readonly StaffTicket[]): void {
  const { calling, bridged } = deskOf(shopId).get()
  const called = new Set(list.flatMap((t) => (t.clicked ? [t.id] : [])))
  forgetPressesExcept((id) => called.has(id) || calling.has(id) || bridged.has(id))
}

const isRefusal = (error: Error | null): error is CallFailure =>
  error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429

/** When the list was last right: the moment the socket was lost, or the last list that came since. */
function useLastRight(state: TableLink['state'], listAt: number): number | null {
  const lostAt = useRef<number | null>(null)
  if (state === 'live') lostAt.current = null
  else if (state !== 'connecting') lostAt.current ??= Date.now()
  return listAt === 0 ? null : Math.max(listAt, lostAt.current ?? 0)
}

/** Missed tickets leave the list after some minutes without an event: asks for the list when the next one is due. */
function useMissedLeave(tickets: readonly StaffTicket[] | undefined, refetch: () => void): void {
  const missed = (tickets ?? []).filter((t) => t.state === 'missed').map((t) => t.id)
  const ids = missed.join()
  useEffect(() => {
    if (ids === '') return
    const timer = setTimeout(refetch, MISSED_MINUTES * MINUTE + 1000)
    return () => clearTimeout(timer)
  }, [ids, refetch])
}
