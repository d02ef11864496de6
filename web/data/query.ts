import { useThrottledCallback } from '@mantine/hooks'
import { type QueryClient, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { Parts } from '#web/api/ask.ts'
import { ask } from '#web/session/account-call.ts'

/**
 * The name of the call and its parameters, in the words of the wire. Without parameters it matches every answer to the call. `more` is for
 * an entry that keeps something other than the answer, or depends on something else too.
 */
export const keyOf = <C extends Call>(call: C, parts?: Partial<Parts<C>>, ...more: readonly unknown[]): QueryKey =>
  parts === undefined ? [call.name] : [call.name, parts, ...more]

export const answerOf = <C extends Call, S extends z.ZodType>(call: C & { answer: S }, parts: Parts<C>) =>
  queryOptions({ queryKey: keyOf(call, parts), queryFn: ({ signal }) => ask(call, Object.assign({ signal }, parts)) })

/** A call means every answer to it, a key only the ones with these parameters. */
export type Stale = Call | QueryKey

/** Resolves when everything on the screen is read; the rest is read when a screen needs it. */
export async function readAgain(queries: QueryClient, stale: readonly Stale[]): Promise<void> {
  await Promise.all(stale.map((one) => queries.invalidateQueries({ queryKey: isCall(one) ? keyOf(one) : one })))
}

const isCall = (one: Stale): one is Call => 'name' in one

/** As `readAgain`, but at most once in `everyMs`. For socket events, which can come many times in a second. */
export function useReadAgain(everyMs: number): (stale: readonly Stale[]) => void {
  const queries = useQueryClient()
  return useThrottledCallback((stale: readonly Stale[]) => void readAgain(queries, stale), everyMs)
}

export interface Told<A, V> {
  onSuccess?: (answer: A, values: V) => unknown
  onError?: (failure: Error, values: V) => unknown
}

/** After a success, the calls in `stale` are read again. The change does not wait for that. */
export function useChange<A, V>(change: (values: V) => Promise<A>, stale: readonly Stale[], told: Told<A, V> = {}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => change(values),
    onSuccess: async (answer, values) => {
      // First the screen: it may store a new session token, with which the calls are then made.
      await told.onSuccess?.(answer, values)
      void readAgain(queries, stale)
    },
    onError: (failure, values) => told.onError?.(failure, values),
  })
}
