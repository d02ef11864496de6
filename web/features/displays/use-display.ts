import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountLive } from '../../session/account-live.ts'
import { type DisplayChange, readDisplay, saveDisplay } from './api.ts'

const key = (shopId: string) => ['display', shopId] as const

/** A shop's display, kept as it is: what somebody else changes arrives by itself. */
export function useDisplay(shopId: string) {
  const queries = useQueryClient()
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: key(shopId) })
    return accountLive().watch({ shopId }, { display: again, snapshot: again })
  }, [queries, shopId])
  return useQuery({ queryKey: key(shopId), queryFn: ({ signal }) => readDisplay(shopId, signal) })
}

/** Saves changes of a shop's display. */
export function useSaveDisplay(shopId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: DisplayChange) => saveDisplay(shopId, change),
    onSuccess: (display) => {
      queries.setQueryData(key(shopId), display)
      void queries.invalidateQueries({ queryKey: ['shop', shopId] })
    },
  })
}
