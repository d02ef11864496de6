import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MINUTE } from '../../../contract/time.ts'
import { noteHandedBack, readHandBacks, type ToHandBack } from './api.ts'

export const handBacksKey = (shopId: string) => ['hand-backs', shopId] as const

/** The cash that a shop has to hand back. The table asks for it anew when a ticket leaves; the clock does where nothing is heard. */
export const useHandBacks = (shopId: string) =>
  useQuery({
    queryKey: handBacksKey(shopId),
    queryFn: ({ signal }) => readHandBacks(shopId, signal),
    refetchInterval: MINUTE,
  })

/** Says that cash was handed back; whatever comes of it, the list is read again. */
export function useHandBack(shopId: string, done: (one: ToHandBack, alreadyDone: boolean) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (one: ToHandBack) => noteHandedBack(one.paymentId),
    onSuccess: (alreadyDone, one) => {
      queries.setQueryData<ToHandBack[]>(handBacksKey(shopId), (list) => list?.filter(({ paymentId }) => paymentId !== one.paymentId))
      done(one, alreadyDone)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: handBacksKey(shopId) }),
  })
}
