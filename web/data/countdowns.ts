import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readCountdown } from '#contract/queue/calls.ts'
import { noteServerTime } from '#web/live/server-clock.ts'
import type { LiveState } from '#web/live/socket.ts'
import { ask } from '#web/session/account-call.ts'
import { accountLive } from '#web/session/account-live.ts'
import { staleAfter } from './live.ts'
import { keyOf, useReadAgain } from './query.ts'

export interface Running {
  /** Epoch ms by the server's clock. */
  startTime: number
  /** Seconds. */
  duration: number
  /** The called token number. */
  number: number
  counter: string | null
}

/** The last started comes first. */
const runningOf = (shopId: string, counter: string | null) => {
  const query = { shopId, ...(counter !== null && { counter }) }
  return queryOptions({
    queryKey: keyOf(readCountdown, { query }),
    queryFn: async ({ signal }): Promise<Running[]> => {
      const answer = await ask(readCountdown, { query, signal })
      noteServerTime(answer.serverTime)
      return answer.countdowns.map(({ token, ...rest }) => ({ ...rest, number: token }))
    },
  })
}

/** Polling interval while the socket is down, in ms. */
const POLL_MS = 5000

export interface RunningAt {
  shopId: string
  /** Undefined until the first successful read. */
  running: readonly Running[] | undefined
  /** The socket is down and the last poll failed: new calls may be missing. */
  stale: boolean
  error: Error | null
}

/** The countdowns are live. With a `counter`, only those of that counter. */
export function useRunning(shopIds: readonly string[], counter: string | null): RunningAt[] {
  const queries = useQueryClient()
  const [live, setLive] = useState<LiveState>('connecting')
  const answers = useQueries({
    queries: shopIds.map((shopId) => ({
      ...runningOf(shopId, counter),
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }: { state: { status: string } }) =>
        live === 'away' || state.status === 'error' ? POLL_MS : (false as const),
      refetchIntervalInBackground: true,
    })),
  })
  const readSoon = useReadAgain(500)
  const serving = useRef(new Map<string, string>())
  const ids = shopIds.join()
  useEffect(() => {
    const stops = ids.split(',').flatMap((shopId) => {
      const again = () => readSoon(staleAfter.countdown(shopId))
      return shopId === ''
        ? []
        : [
            accountLive().watch(
              { shopId },
              {
                state: setLive,
                snapshot: again,
                countdown: ({ serverTime, startTime, duration, token, counter: at }) => {
                  noteServerTime(serverTime)
                  // If only one counter is shown, ask the server whether this call belongs to it.
                  if (token !== null && counter === null) {
                    queries.setQueryData(runningOf(shopId, counter).queryKey, (running = []) => [
                      { startTime, duration, number: token, counter: at },
                      ...running.filter((one) => one.number !== token),
                    ])
                  }
                  again()
                },
                digest: (digest) => {
                  noteServerTime(digest.serverTime)
                  // A number that was served or put back is no longer being called.
                  const now = JSON.stringify(digest.nowServing)
                  if (serving.current.get(shopId) !== now) again()
                  serving.current.set(shopId, now)
                },
                gap: again,
              },
            ),
          ]
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [ids, counter, queries, readSoon])
  return shopIds.map((shopId, i) => ({
    shopId,
    running: answers[i]?.data,
    stale: live === 'away' && answers[i]?.isError === true,
    error: answers[i]?.data === undefined ? (answers[i]?.error ?? null) : null,
  }))
}
