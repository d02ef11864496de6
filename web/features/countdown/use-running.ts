import { useThrottledCallback } from '@mantine/hooks'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { noteServerTime } from '../../live/server-clock.ts'
import type { LiveState } from '../../live/socket.ts'
import { accountLive } from '../../session/account-live.ts'
import { type Running, readRunning } from './api.ts'

const key = (shopId: string, counter: string | null) => ['running', shopId, counter] as const

/** While the socket is down the countdowns are asked for this often, in ms. */
const POLL_MS = 5000

export interface RunningAt {
  shopId: string
  /** Undefined until it could be read once. */
  running: readonly Running[] | undefined
  /** The last try did not succeed: new calls may be missing. */
  stale: boolean
  error: Error | null
}

/** The countdowns that run at these shops, live; at one counter, where it is named. */
export function useRunning(shopIds: readonly string[], counter: string | null): RunningAt[] {
  const queries = useQueryClient()
  const [live, setLive] = useState<LiveState>('connecting')
  const answers = useQueries({
    queries: shopIds.map((shopId) => ({
      queryKey: key(shopId, counter),
      queryFn: ({ signal }: { signal: AbortSignal }) => readRunning(shopId, counter, signal),
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }: { state: { status: string } }) =>
        live === 'away' || state.status === 'error' ? POLL_MS : (false as const),
      refetchIntervalInBackground: true,
    })),
  })
  const refetch = useThrottledCallback((shopId: string) => void queries.invalidateQueries({ queryKey: key(shopId, counter) }), 500)
  const serving = useRef(new Map<string, string>())
  const ids = shopIds.join()
  useEffect(() => {
    const stops = ids.split(',').flatMap((shopId) =>
      shopId === ''
        ? []
        : [
            accountLive().watch(
              { shopId },
              {
                state: setLive,
                snapshot: () => refetch(shopId),
                countdown: ({ serverTime, startTime, duration, token, counter: at }) => {
                  noteServerTime(serverTime)
                  // At one counter only the server knows whether the call was to it.
                  if (token !== null && counter === null) {
                    queries.setQueryData<Running[]>(key(shopId, counter), (running = []) => [
                      { startTime, duration, number: token, counter: at },
                      ...running.filter((one) => one.number !== token),
                    ])
                  }
                  refetch(shopId)
                },
                digest: (digest) => {
                  noteServerTime(digest.serverTime)
                  // Whoever is served or put back is no longer being called.
                  const now = JSON.stringify(digest.nowServing)
                  if (serving.current.get(shopId) !== now) refetch(shopId)
                  serving.current.set(shopId, now)
                },
                gap: () => refetch(shopId),
              },
            ),
          ],
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [ids, counter, queries, refetch])
  return shopIds.map((shopId, i) => ({
    shopId,
    running: answers[i]?.data,
    stale: live === 'away' && answers[i]?.isError === true,
    error: answers[i]?.data === undefined ? (answers[i]?.error ?? null) : null,
  }))
}
