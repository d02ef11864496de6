import { useNetwork, useThrottledCallback } from '@mantine/hooks'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MINUTE } from '#contract/base/time.ts'
import { MISSED_MINUTES } from '#contract/queue/queue.ts'
import type { Digest } from '#contract/queue/waiting.ts'
import { CallFailure } from '#web/api/call.ts'
import { staleAfter } from '#web/data/live.ts'
import { useReadAgain } from '#web/data/query.ts'
import { dropMissed, readTicket, type StaffTicket, tableKey, tableOf } from '#web/data/queue.ts'
import { noteServerTime } from '#web/live/server-clock.ts'
import type { LiveState } from '#web/live/socket.ts'
import { accountLive } from '#web/session/account-live.ts'
import { forgetPressesExcept, rememberPress } from './clicked-state.ts'
import { whatHappened, withEntry } from './desk-log.ts'
import { deskOf } from './desk-memory.ts'
import { emptyTable, type TableState, withList, withTicket } from './table-state.ts'

/** Polling interval for the list while the socket is down, in ms. */
export const POLL_MS = 5000

/** How the table learns of changes: by the socket, by polling every 5 s, or not at all. */
export interface TableLink {
  state: 'connecting' | 'live' | 'polling' | 'offline'
  /** When the list was last known to be right, epoch ms by this device's clock; null before the first list. */
  since: number | null
  /** When the list is read again, epoch ms by this device's clock; null unless offline. */
  retryAt: number | null
}

/** Puts one changed ticket into the cached table and the log of last actions. `mine` is true if this tab caused the change. */
export function takeTicket(queries: QueryClient, change: { ticket: StaffTicket; gone: boolean; mine: boolean }): void {
  const { ticket, gone } = change
  dropMissed(queries, ticket)
  const { acting, calling } = deskOf(ticket.shopId).get()
  // The socket often reports an action before its response arrives.
  const mine = change.mine || acting.has(ticket.id) || calling.has(ticket.id)
  const key = tableKey(ticket.shopId)
  const before = queries.getQueryData<TableState>(key)
  // If there is no table yet (a reload on another screen), only the log needs the change.
  if (before === undefined) {
    deskOf(ticket.shopId).set((desk) => ({ ...desk, log: withEntry(desk.log, null, ticket, mine, Date.now()) }))
    return
  }
  const after = withTicket(before, ticket, gone)
  if (after !== before && !ticket.clicked && !calling.has(ticket.id)) rememberPress(ticket.id, false)
  const known = before.tickets.find((t) => t.id === ticket.id)
  const happened = whatHappened(known ?? (before.gone.has(ticket.id) ? { ...ticket, state: 'served' } : undefined), ticket)
  if (after !== before) {
    deskOf(ticket.shopId).set((desk) => ({ ...desk, log: withEntry(desk.log, happened, ticket, mine, Date.now()) }))
  }
  queries.setQueryData(key, after)
}

/** The staff table of a shop, live; nothing while no shop is known. `failure` is a refusal (403, 404) that a retry would not change. */
export function useTable(known: string | null) {
  const shopId = known ?? ''
  const ready = known !== null
  const queries = useQueryClient()
  const [live, setLive] = useState<LiveState>('connecting')
  const { online } = useNetwork()
  const down = live === 'away' || !online

  const query = useQuery({
    ...tableOf(shopId, async (read) => {
      const before = () => queries.getQueryData<TableState>(tableKey(shopId)) ?? emptyTable
      const { beat } = before()
      const list = await read()
      keepPresses(shopId, list)
      return withList(before(), list, beat)
    }),
    enabled: ready,
    staleTime: 0,
    retry: false,
    structuralSharing: false,
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : down || state.status === 'error' ? POLL_MS : false),
    refetchIntervalInBackground: true,
  })
  const { refetch } = query
  // Each event that changes no row leaves a gap in the sequence numbers, so a busy shop would read the list several times a second.
  const refetchSoon = useThrottledCallback(() => void refetch(), 1000)
  const readDeskSoon = useReadAgain(500)
  const readHandBacksSoon = useReadAgain(1000)

  useEffect(() => {
    if (!ready) return
    const deskChanged = () => readDeskSoon(staleAfter.desk(shopId))
    const someoneLeft = () => readHandBacksSoon(staleAfter.left(shopId))
    let pause: string | null = null
    const takeDigest = (digest: Digest) => {
      noteServerTime(digest.serverTime)
      const next = JSON.stringify([digest.paused, digest.openCounters])
      if (pause !== null && pause !== next) deskChanged()
      pause = next
    }
    return accountLive().watch(
      { shopId, staff: true },
      {
        state: setLive,
        snapshot: ({ tickets, digest }) => {
          if (digest) takeDigest(digest)
          someoneLeft()
          deskChanged()
          if (tickets === undefined) return refetchSoon()
          queries.setQueryData<TableState>(tableKey(shopId), (state = emptyTable) => withList(state, tickets.map(readTicket), state.beat))
        },
        digest: takeDigest,
        desk: deskChanged,
        staff: ({ ticket, gone }) => {
          takeTicket(queries, { ticket: readTicket(ticket), gone, mine: false })
          if (gone) someoneLeft()
          // It may have been a booking outside the opening hours, which the desk state lists.
          if (gone && ticket.slot !== null) deskChanged()
        },
        gap: () => {
          refetchSoon()
          someoneLeft()
          deskChanged()
        },
      },
    )
  }, [shopId, ready, queries, refetchSoon, readDeskSoon, readHandBacksSoon])

  useMissedLeave(query.data?.tickets, refetchSoon)

  const lost = down && (!online || (query.error instanceof CallFailure && query.error.offline))
  const state: TableLink['state'] = lost ? 'offline' : live === 'live' ? 'live' : live === 'away' ? 'polling' : 'connecting'
  const since = useLastRight(state, query.dataUpdatedAt)
  const retryAt = lost ? Math.max(query.errorUpdatedAt, query.dataUpdatedAt) + POLL_MS : null
  return {
    tickets: query.data?.tickets,
    failure: isRefusal(query.error) ? query.error : null,
    broken: query.isError && query.data === undefined,
    link: { state, since, retryAt } satisfies TableLink,
    refetch,
  }
}

/** The server's list decides who is called. This forgets all other presses, except calls in flight and presses just before a reload. */
function keepPresses(shopId: string, list: readonly StaffTicket[]): void {
  const { calling, bridged } = deskOf(shopId).get()
  const called = new Set(list.flatMap((t) => (t.clicked ? [t.id] : [])))
  forgetPressesExcept((id) => called.has(id) || calling.has(id) || bridged.has(id))
}

const isRefusal = (error: Error | null): error is CallFailure =>
  error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429

/** When the list was last right: when the socket was lost, or when the last list arrived, whichever is later. */
function useLastRight(state: TableLink['state'], listAt: number): number | null {
  const lostAt = useRef<number | null>(null)
  if (state === 'live') lostAt.current = null
  else if (state !== 'connecting') lostAt.current ??= Date.now()
  return listAt === 0 ? null : Math.max(listAt, lostAt.current ?? 0)
}

/** Missed tickets leave the list after ten minutes without an event. So the list is read again at that time for the first of them. */
function useMissedLeave(tickets: readonly StaffTicket[] | undefined, refetch: () => void): void {
  const missed = (tickets ?? []).filter((t) => t.state === 'missed').map((t) => t.id)
  const ids = [...missed].sort().join()
  const seen = useRef<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const now = Date.now()
    // A ticket keeps its moment when others are missed after it.
    seen.current = new Map(ids.split(',').map((id) => [id, seen.current.get(id) ?? now]))
    if (ids === '') return
    const first = Math.min(...seen.current.values())
    const timer = setTimeout(refetch, first - now + MISSED_MINUTES * MINUTE + 1000)
    return () => clearTimeout(timer)
  }, [ids, refetch])
}
