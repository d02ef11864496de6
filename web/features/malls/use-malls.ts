import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Mall, readMallOf, readMalls, readOverview, readShop } from './api.ts'

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

/** One mall with its shops. */
export const useMall = (mallId: string) => useQuery({ queryKey: ['mall', mallId], queryFn: ({ signal }) => readMallOf(mallId, signal) })

/**
 * What a mall's manager sees of its day; asked for only where `enabled`. Read anew whenever somebody comes back to it: a code is saved
 * on another screen, a test token is made in another tab.
 */
export const useOverview = (mallId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['overview', mallId],
    queryFn: ({ signal }) => readOverview(mallId, signal),
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** Has malls and their shops read anew after a change; resolves when what is on the screen is fresh. */
export function useRefreshMalls(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const changed: ReadonlySet<unknown> = new Set(['malls', 'mall', 'overview', 'shop', 'settings'])
    await queries.invalidateQueries({ predicate: ({ queryKey }) => changed.has(queryKey[0]) })
  }
}

/** Forgets a mall that has been removed, so that nothing on the screen asks for it any more. */
export function useForgetMall(): (mallId: string) => void {
  const queries = useQueryClient()
  return (mallId) => {
    queries.setQueryData<Mall[]>(['malls'], (malls) => malls?.filter(({ id }) => id !== mallId))
    for (const kind of ['mall', 'overview']) queries.removeQueries({ queryKey: [kind, mallId] })
  }
}
