import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { addStaff, disableStaff, enableStaff, listStaff, removeStaffSecondFactor, renameStaff, resetStaff } from '#contract/staff/calls.ts'
import { answerOf, keyOf, readAgain, type Told, useChange } from '#web/data/query.ts'
import { ask } from '#web/session/account-call.ts'

export type StaffMember = z.output<typeof addStaff.answer>['member']

const staffOf = (shopId: string) => ({ query: { shopId } })

/** The staff accounts of a shop, and its time zone. */
export const useStaff = (shopId: string) => useQuery(answerOf(listStaff, staffOf(shopId)))

/** `firstPassword` is for one use and is never shown again. */
export interface ChangedMember {
  member: StaffMember
  firstPassword?: string | undefined
}

/** Refused with `email_taken`. */
export const useAddMember = (shopId: string, told: Told<ChangedMember, { name: string; email: string }>) =>
  useChange(({ name, email }) => ask(addStaff, { body: { shopId, name, email } }), [keyOf(listStaff, staffOf(shopId))], told)

const actions = {
  disable: disableStaff,
  enable: enableStaff,
  reset: resetStaff,
  'remove-second-factor': removeStaffSecondFactor,
} as const

export type StaffAction = keyof typeof actions

/**
 * *Reset* gives a new first password. Every action except *enable* ends the account's sessions. Pending until the list is read again, so
 * that no button still offers what was just done.
 */
export function useChangeMember(shopId: string, told: Pick<Told<ChangedMember, { id: string; action: StaffAction }>, 'onSuccess'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: StaffAction }): Promise<ChangedMember> =>
      ask(actions[action], { params: { id }, body: { shopId } }),
    onSuccess: async (changed, what) => {
      await told.onSuccess?.(changed, what)
      await readAgain(queries, [keyOf(listStaff, staffOf(shopId))])
    },
  })
}

export function useRenameMember(shopId: string): (accountId: string, name: string) => Promise<void> {
  const queries = useQueryClient()
  return async (accountId, name) => {
    await ask(renameStaff, { params: { id: accountId }, body: { shopId, name } })
    void readAgain(queries, [keyOf(listStaff, staffOf(shopId))])
  }
}
