import { useQueries, useQuery } from '@tanstack/react-query'
import { readMallOf, readMalls, readShop } from './api.ts'

/** A shop as anyone may see it, kept for five minutes: its name and lanes seldom change. */
export const useShop = (shopId: string) =>
  useQuery({ queryKey: ['shop', shopId], queryFn: ({ signal }) => readShop(shopId, signal), staleTime: 300_000 })

/** All malls, where they are asked for. */
export const useMalls = (enabled: boolean) => useQuery({ queryKey: ['malls'], queryFn: ({ signal }) => readMalls(signal), enabled })

/** These malls, each as far as it could be read. */
export const useMallsOf = (mallIds: readonly string[]) =>
  useQueries({
    queries: mallIds.map((mallId) => ({
      queryKey: ['mall', mallId],
      queryFn: ({ signal }: { signal: AbortSignal }) => readMallOf(mallId, signal),
    })),
  })

/** These shops, each as far as it could be read. */
export const useShops = (shopIds: readonly string[]) =>
  useQueries({
    queries: shopIds.map((shopId) => ({
      queryKey: ['shop', shopId],
      queryFn: ({ signal }: { signal: AbortSignal }) => readShop(shopId, signal),
      staleTime: 300_000,
    })),
  })
