import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { readStorefront } from '#contract/storefront/calls.ts'
import { noteServerTime } from '#web/live/server-clock.ts'
import { ask } from '#web/session/account-call.ts'
import { keyOf } from './query.ts'

type Storefront = z.output<typeof readStorefront.answer>

/** The shop as read, but never with an older queue than the socket has told. */
export const withNewerQueue = (known: Storefront | undefined, read: Storefront): Storefront =>
  known !== undefined && known.queue.serverTime > read.queue.serverTime ? { ...read, queue: known.queue } : read

/**
 * Refused with `shop_not_found` or `is_a_mall`. `keptFor` names a part of the console that keeps an entry of its own, because it reads with
 * other options.
 */
export const storefrontOf = (shopId: string, ...keptFor: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(readStorefront, { params: { id: shopId } }, ...keptFor),
    queryFn: async ({ client, queryKey, signal }) => {
      const read = await ask(readStorefront, { params: { id: shopId }, signal })
      noteServerTime(read.queue.serverTime)
      return withNewerQueue(client.getQueryData<Storefront>(queryKey), read)
    },
  })

/** Name and lanes seldom change, so screens without the queue keep them for five minutes. */
const shopOf = (shopId: string) => ({ ...storefrontOf(shopId), staleTime: 300_000 })

export const useShop = (shopId: string) => useQuery(shopOf(shopId))

/** One query each, so that one failure does not hide the others. */
export const useShops = (shopIds: readonly string[]) => useQueries({ queries: shopIds.map(shopOf) })
