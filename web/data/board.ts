import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Digest } from '#contract/queue/waiting.ts'
import type { readStorefront } from '#contract/storefront/calls.ts'
import { noteServerTime, serverNow } from '#web/live/server-clock.ts'
import type { LiveState } from '#web/live/socket.ts'
import { accountLive } from '#web/session/account-live.ts'
import { staleAfter } from './live.ts'
import { useReadAgain } from './query.ts'
import { missedNumbersOf } from './queue.ts'
import { storefrontOf, withNewerQueue } from './storefront.ts'

export interface BoardState {
  name: string
  mall: string
  timeZone: string
  queue: Digest
}

const boardIn = ({ shop, queue }: z.output<typeof readStorefront.answer>): BoardState => ({
  name: shop.name,
  mall: shop.mallTitle,
  timeZone: shop.timeZone,
  queue,
})

/**
 * In ms. The socket notices a cut cable only after `MOST_SILENT_MS`, so the board also polls. It does so every `CHECK_MS` while the
 * connection works, and every `AWAY_MS` while it does not.
 */
const CHECK_MS = 20_000
const AWAY_MS = 5000

interface Board {
  /** True while the socket hears everything. */
  isLive: boolean
  /** Undefined until the first successful read. */
  board: BoardState | undefined
  /** The last update in epoch ms by the server's clock; null while the board is up to date. */
  staleSince: number | null
  error: Error | null
}

/** An entry of its own: the shops' names are read with retries, but the board must know at once that a read has failed. */
const boardOf = (shopId: string) => storefrontOf(shopId, 'board')

export function useBoard(shopId: string): Board {
  const queries = useQueryClient()
  const [live, setLive] = useState<LiveState>('connecting')
  const offline = useOffline()
  const read = useQuery({
    ...boardOf(shopId),
    select: boardIn,
    staleTime: 0,
    retry: false,
    // Without a network the request fails at once and is repeated. By default it would wait silently.
    networkMode: 'always',
    refetchInterval: ({ state }) => (live === 'away' || state.status === 'error' ? AWAY_MS : CHECK_MS),
    refetchIntervalInBackground: true,
  })
  const readSoon = useReadAgain(500)
  useEffect(() => {
    const again = () => readSoon(staleAfter.queue(shopId))
    const hear = (queue: Digest) => {
      noteServerTime(queue.serverTime)
      queries.setQueryData(boardOf(shopId).queryKey, (known) => known && withNewerQueue(known, { ...known, queue }))
    }
    return accountLive().watch(
      { shopId },
      {
        state: (state) => {
          setLive(state)
          if (state === 'away') again()
        },
        snapshot: ({ digest }) => (digest ? hear(digest) : again()),
        digest: hear,
        display: again,
        gap: again,
      },
    )
  }, [shopId, queries, readSoon])
  const isStale = read.data !== undefined && (offline || read.isError)
  return {
    isLive: live === 'live',
    board: read.data,
    staleSince: isStale ? read.dataUpdatedAt + serverNow() - Date.now() : null,
    error: read.data === undefined ? read.error : null,
  }
}

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

/** How often the strip is read when no call changes, in ms. A missed number leaves the strip after ten minutes. */
const STRIP_MS = 30_000

/**
 * The numbers missed in the last ten minutes, the last called first. Read again when the calls change. Empty without permission to read
 * them, which the board itself does not need.
 */
export function useMissedNumbers(shopId: string, queue: Digest | undefined): readonly number[] {
  const calls = queue?.nowServing.map(({ number }) => number).join() ?? ''
  const { data } = useQuery({
    ...missedNumbersOf(shopId, calls),
    enabled: queue !== undefined,
    placeholderData: (before) => before,
    staleTime: 0,
    retry: false,
    refetchInterval: STRIP_MS,
    refetchIntervalInBackground: true,
  })
  return data ?? NONE
}

const NONE: readonly number[] = []
