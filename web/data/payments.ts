import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { MINUTE } from '#contract/base/time.ts'
import { confirmPayment, handBack, listHandBacks, type ToHandBack } from '#contract/payments/calls.ts'
import { ask } from '#web/session/account-call.ts'
import { answerOf, readAgain } from './query.ts'

export type { ToHandBack }

const handBacksOf = (shopId: string) => answerOf(listHandBacks, { params: { id: shopId } })
const handBacksIn = ({ handBacks }: z.output<typeof listHandBacks.answer>): ToHandBack[] => handBacks

/** The cash that a shop must hand back, the longest due first. It is read again when a ticket leaves the table, and every minute. */
export const useHandBacks = (shopId: string) => useQuery({ ...handBacksOf(shopId), select: handBacksIn, refetchInterval: MINUTE })

/** Records that cash was handed back; `alreadyDone` is true if this was already on record. The list is read again, even after a failure. */
export function useHandBack(shopId: string, done: (one: ToHandBack, alreadyDone: boolean) => void) {
  const queries = useQueryClient()
  const { queryKey } = handBacksOf(shopId)
  return useMutation({
    mutationFn: ({ paymentId }: ToHandBack) => ask(handBack, { params: { id: paymentId } }),
    onSuccess: ({ alreadyDone }, one) => {
      const without = (list: ToHandBack[]) => list.filter(({ paymentId }) => paymentId !== one.paymentId)
      queries.setQueryData(queryKey, (known) => known && { ...known, handBacks: without(known.handBacks) })
      done(one, alreadyDone)
    },
    onSettled: () => readAgain(queries, [queryKey]),
  })
}

/** Records that staff took the cash of an order; returns the token number that this issued. */
export async function takeCash(paymentId: string): Promise<number> {
  return (await ask(confirmPayment, { params: { id: paymentId } })).token
}
