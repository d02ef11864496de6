import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { MINUTE } from '#contract/base/time.ts'
import { confirmPayment, handBack, listHandBacks, type ToHandBack } from '#contract/payments/calls.ts'
import { listMoney, readMoney } from '#contract/payments/money-calls.ts'
import { readRefundable, refundPayment } from '#contract/payments/refund-calls.ts'
import { CallFailure } from '#web/api/call.ts'
import { ask } from '#web/session/account-call.ts'
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

/** A person who hears no answer presses again: until the server has decided, the same request is the same refund. */
export function useRefund(told: Told<z.output<typeof refundPayment.answer>, RefundRequest>) {
  const tried = useRef<{ request: string; key: string } | null>(null)
  return useChange(
    async ({ paymentId, ...body }: RefundRequest) => {
      const request = JSON.stringify([paymentId, body])
      if (tried.current?.request !== request) tried.current = { request, key: newKey() }
      const { key } = tried.current
      try {
        const answer = await ask(refundPayment, { params: { id: paymentId }, body, key })
        tried.current = null
        return answer
      } catch (failure) {
        if (isDecided(failure)) tried.current = null
        throw failure
      }
    },
    [readMoney, listMoney, listHandBacks],
    told,
  )
}

/** Old browsers have no `randomUUID`. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** A 5xx may come from a balancer that heard no answer. */
const isDecided = (failure: unknown) =>
  failure instanceof CallFailure && failure.status >= 400 && failure.status < 500 && failure.code !== 'idempotency_in_progress'
