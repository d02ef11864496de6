import { useThrottledCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Digest } from '../../../contract/waiting.ts'
import { noteServerTime, serverNow } from '../../live/server-clock.ts'
import type { LiveState } from '../../live/socket.ts'
import { accountLive } from '../../session/account-live.ts'
import { type BoardState, readBoard } from './api.ts'
import { useReloadOnUpdate } from './use-reload-on-update.ts'

/**
 * A cut cable is noticed by the socket only after its ping (up to 45 s), so the board also asks by itself: this often, in ms, while
 * all is well, and this often while something is not.
 */
const CHECK_MS = 20_000
const AWAY_MS = 5000

interface Board {
  /** Undefined until it could be read once. */
  board: BoardState | undefined
  /** Since when nothing has been heard, epoch ms by the server's clock; null while the board is up to date. */
  staleSince: number | null
  error: Error | null
}

const newer = (known: BoardState | undefined, read: BoardState): BoardState =>
  known !== undefined && known.queue.serverTime > read.queue.serverTime ? { ...read, queue: known.queue } : read

/** A shop's board, live; it says since when it is not. */
export function useBoard(shopId: string): Board {
  const queries = useQueryClient()
  const [live, setLive] = useState<LiveState>('connecting')
  const offline = useOffline()
  useReloadOnUpdate(live === 'live')
  const read = useQuery({
    queryKey: ['board', shopId],
    queryFn: async ({ signal }) => newer(queries.getQueryData<BoardState>(['board', shopId]), await readBoard(shopId, signal)),
    staleTime: 0,
    retry: false,
    // Without a network the try fails at once and is repeated, instead of waiting unsaid.
    networkMode: 'always',
    refetchInterval: ({ state }) => (live === 'away' || state.status === 'error' ? AWAY_MS : CHECK_MS),
    refetchIntervalInBackground: true,
  })
  const refetch = useThrottledCallback(() => void queries.invalidateQueries({ queryKey: ['board', shopId] }), 500)
  useEffect(() => {
    const hear = (queue: Digest) => {
      noteServerTime(queue.serverTime)
      queries.setQueryData<BoardState>(['board', shopId], (known) => known && newer(known, { ...known, queue }))
    }
    return accountLive().watch(
      { shopId },
      {
        state: (state) => {
          setLive(state)
          if (state === 'away') refetch()
        },
        snapshot: ({ digest }) => (digest ? hear(digest) : refetch()),
        digest: hear,
        display: refetch,
        gap: refetch,
      },
    )
  }, [shopId, queries, refetch])
  const isStale = read.data !== undefined && (offline || read.isError)
  return {
    board: read.data,
    staleSince: isStale ? read.dataUpdatedAt + serverNow() - Date.now() : null,
    error: read.data === undefined ? read.error : null,
  }
}

/** True while the browser itself knows of no network. */
function useOffline(): boolean {
  const [offline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const note = () => setOffline(!navigator.onLine)
    window.addEventListener('online', note)
    window.addEventListener('offline', note)
    return () => {
      window.removeEventListener('online', note)
      window.removeEventListener('offline', note)
    }
  }, [])
  return offline
}
