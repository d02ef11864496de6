import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import * as ownAccountCalls from '#contract/sign-in/own-account-calls.ts'
import { answerOf, readAgain, type Told, useChange } from '#web/data/query.ts'
import { ask } from '#web/session/account-call.ts'

/** A call that ends other sessions returns this session's new token. */

type SessionList = z.output<typeof ownAccountCalls.listSessions.answer>
export type OwnSession = SessionList['sessions'][number]

const sessionsIn = ({ sessions }: SessionList): OwnSession[] => sessions

/** This session comes first. */
export const useSessions = () => useQuery({ ...answerOf(ownAccountCalls.listSessions, {}), select: sessionsIn, staleTime: 0 })

/** `others`: all except this session. */
export type Ending = { id: string } | 'others'

/**
 * The answer is how many other sessions ended, or null if one was named. Refused with `proof_required` and `session_not_found`. The list is
 * read again even after a refusal.
 */
export function useEndSession(told: Told<number | null, Ending>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (what: Ending): Promise<number | null> =>
      what === 'others'
        ? ask(ownAccountCalls.endOthers).then(({ ended }) => ended)
        : ask(ownAccountCalls.endSession, { params: what }).then(() => null),
    onSuccess: (ended, what) => told.onSuccess?.(ended, what),
    onError: (failure, what) => told.onError?.(failure, what),
    onSettled: () => readAgain(queries, [ownAccountCalls.listSessions]),
  })
}

/** Refused with `wrong_password`, `common_password` and `too_many_sign_ins`. */
export const useChangePassword = (told: Told<string, z.input<typeof ownAccountCalls.changePassword.body>>) =>
  useChange(
    async (passwords) => (await ask(ownAccountCalls.changePassword, { body: passwords })).token,
    [ownAccountCalls.listSessions],
    told,
  )

/** Refused with `wrong_password` and `too_many_sign_ins`. */
export const prove = async (currentPassword: string): Promise<string> =>
  (await ask(ownAccountCalls.prove, { body: { currentPassword } })).token

/** Whether a second factor is on, and whether it is required. */
export const useSecondFactor = () => useQuery(answerOf(ownAccountCalls.readSecondFactor, {}))

/** Returns what an authenticator app needs. Refused with `wrong_password` and `second_factor_on`. */
export const beginSecondFactor = (currentPassword: string): Promise<{ secret: string; url: string }> =>
  ask(ownAccountCalls.beginSecondFactor, { body: { currentPassword } })

/** The factor itself, and the sessions that its change has ended. */
const factorStale = [ownAccountCalls.readSecondFactor, ownAccountCalls.listSessions]

/** `code` is from the app. Refused with `wrong_code` and `enrolment_over`. */
export const useConfirmSecondFactor = (told: Told<string, string>) =>
  useChange(async (code) => (await ask(ownAccountCalls.confirmSecondFactor, { body: { code } })).token, factorStale, told)

/** Refused with `wrong_password`, `wrong_code` and `too_many_sign_ins`. */
export const removeSecondFactor = async (body: { currentPassword: string; code: string }): Promise<string> =>
  (await ask(ownAccountCalls.removeSecondFactor, { body })).token

/** Reads the second factor and the sessions again, for a caller of `removeSecondFactor`. */
export function useFactorRemoved(): () => Promise<void> {
  const queries = useQueryClient()
  return () => readAgain(queries, factorStale)
}
