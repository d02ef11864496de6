import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readSettings, type ShopPlace } from './api.ts'

const key = (shopId: string) => ['settings', shopId] as const

/** A shop's settings and counters as its manager sees them. */
export const useShopPlace = (shopId: string) => useQuery({ queryKey: key(shopId), queryFn: ({ signal }) => readSettings(shopId, signal) })

/** Keeps what a change of the settings has answered, so that the screen need not ask. */
export function useKeepShopPlace(): (place: ShopPlace) => void {
  const queries = useQueryClient()
  return (place) => queries.setQueryData(key(place.shopId), place)
}
