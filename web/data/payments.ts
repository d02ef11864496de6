import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { MINUTE } from '#contract/base/time.ts'
import { confirmPayment, handBack, listHandBacks, type ToHandBack } from '#contract/payments/calls.ts'
import { listMoney, readMoney } from '#contract/payments/money-calls.ts'
import { readRefundable, refundPayment } from '#contract/payments/refund-calls.ts'
import { ask } from '#web/session/account-call.ts'
import { askOnce, isDecided } from './ask-once.ts'
import { answerOf, readAgain, type Told, useChange } from './query.ts'

export type { ToHandBack }
export type Refundable = z.output<typeof readRefundable.answer>

const handBacksOf = (shopId: string) => answerOf(listHandBacks, { params: { id: shopId } })
const handBacksIn = ({ handBacks }: z.output<typeof listHandBacks.answer>): ToHandBack[] => handBacks

/** The longest due comes first. Read again when a ticket leaves the table, and every minute. */
export const useHandBacks = (shopId: string) => useQuery({ ...handBacksOf(shopId), select: handBacksIn, refetchInterval: MINUTE })

/** `alreadyDone` is true if this was already on record. The list is read again, even after a failure. */
export function useHandBack(shopId: string, done: (one: ToHandBack, alreadyDone: boolean) => void) {
  const queries = useQueryClient()
  const { queryKey } = handBacksOf(shopId)
  return useMutation({
    mutationFn: ({ paymentId, refundId }: ToHandBack) => ask(handBack, { params: { id: paymentId }, body: { refundId } }),
    onSuccess: ({ alreadyDone }, one) => {
      const without = (list: ToHandBack[]) => list.filter(({ refundId }) => refundId !== one.refundId)
      queries.setQueryData(queryKey, (known) => known && { ...known, handBacks: without(known.handBacks) })
      done(one, alreadyDone)
    },
    onSettled: () => readAgain(queries, [queryKey]),
  })
}

/** Returns the token number that this issued. */
export async function takeCash(paymentId: string): Promise<number> {
  return (await ask(confirmPayment, { params: { id: paymentId } })).token
}

/** What was paid for a ticket and how much this person may refund; read again each time a question opens. Null: not asked. */
export const useRefundable = (ticketId: string | null) =>
  useQuery({
    ...answerOf(readRefundable, { params: { id: ticketId ?? '' } }),
    enabled: ticketId !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

interface RefundRequest {
  paymentId: string
  amountPaise: number
  reason: string
}

/**
 * A person who hears no answer presses again, or closes the question and asks once more: until the server has decided, the same request is
 * the same refund. After a lost answer, what is on record is read again, for those who change their request.
 */
export function useRefund(told: Told<z.output<typeof refundPayment.answer>, RefundRequest>) {
  const queries = useQueryClient()
  const stale = [readMoney, listMoney, listHandBacks]
  return useChange(
    async ({ paymentId, ...body }: RefundRequest) => {
      try {
        return await askOnce(refundPayment, { params: { id: paymentId }, body })
      } catch (failure) {
        if (!isDecided(refundPayment, failure)) void readAgain(queries, [...stale, readRefundable])
        throw failure
      }
    },
    stale,
    told,
  )
}
