import type { z } from 'zod'
import { addStaff, listStaff, staffAction } from '../../../contract/accounts.wire.ts'
import { call } from '../../session/account-call.ts'

export type StaffMember = z.output<typeof addStaff.answer>['member']

/** The staff accounts of a shop. */
export const readStaff = (shopId: string, signal: AbortSignal): Promise<StaffMember[]> =>
  call('GET', '/api/staff', { query: { shopId }, signal, decode: (wire) => listStaff.answer.parse(wire).staff })

/** Adds a staff account; the answer has its one-use first password, which is never shown again. Refused with `email_taken`. */
export const addMember = (member: { shopId: string; name: string; email: string }) =>
  call('POST', '/api/staff', { body: member, decode: (wire) => addStaff.answer.parse(wire) })

/** Disables, enables, or gives a new first password; each ends the account's sessions where it takes something away. */
export const changeMember = (accountId: string, action: 'disable' | 'enable' | 'reset', shopId: string) =>
  call('POST', `/api/staff/${encodeURIComponent(accountId)}/${action}`, {
    body: { shopId },
    decode: (wire) => staffAction.answer.parse(wire),
  })
