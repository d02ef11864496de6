import { z } from 'zod'
import { accountEmail } from '#contract/accounts/shapes.ts'
import { id, instant, success } from '#contract/base/envelope.ts'
import type { RefusalCode } from '#contract/base/errors.ts'
import { call, managers } from '#contract/call.ts'
import { personName } from '#contract/verification/shapes.ts'

const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  disabled: z.boolean(),
  firstPasswordPending: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSeenAt: instant.nullable(),
})

/** `firstPassword` is set if the change gave a new one. */
const changedMember = z.object({ success, member: staffMember, firstPassword: z.string().optional() })

export const listStaff = call('GET /api/staff', {
  tag: 'Accounts',
  about: 'The staff accounts of a shop',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  query: z.object({ shopId: id }),
  answer: z.object({ success, staff: z.array(staffMember), timeZone: z.string() }),
  refuses: ['shop_not_found', 'is_a_mall'],
})

/** The response shows the one-use first password once. */
export const addStaff = call('POST /api/staff', {
  tag: 'Accounts',
  about: 'Adds a staff account with a one-use first password',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  body: z.object({ shopId: id, name: personName, email: accountEmail }),
  answer: z.object({ success, member: staffMember, firstPassword: z.string() }),
  status: 201,
  refuses: ['shop_not_found', 'is_a_mall', 'email_taken', 'quota_staff'],
})

export const renameStaff = call('POST /api/staff/:id/rename', {
  tag: 'Accounts',
  about: 'Renames a staff account',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ shopId: id, name: personName }),
  answer: z.object({ success, member: staffMember }),
  refuses: ['shop_not_found', 'is_a_mall', 'staff_not_found'],
})

const staffAction = <const N extends `POST /api/staff/:id/${string}`>(name: N, about: string, refuses: readonly RefusalCode[] = []) =>
  call(name, {
    tag: 'Accounts',
    about,
    by: 'account',
    roles: managers,
    tenant: 'public',
    limit: 'write',
    params: z.object({ id }),
    body: z.object({ shopId: id }),
    answer: changedMember,
    refuses: ['shop_not_found', 'is_a_mall', 'staff_not_found', ...refuses],
  })

export const disableStaff = staffAction('POST /api/staff/:id/disable', 'Disables a staff account and ends its sessions')

export const enableStaff = staffAction('POST /api/staff/:id/enable', 'Enables a staff account again', ['email_taken'])

/** Ends the sessions of the account. The response shows the new first password once. */
export const resetStaff = staffAction('POST /api/staff/:id/reset', 'Gives a staff account a new one-use first password')

export const removeStaffSecondFactor = staffAction(
  'POST /api/staff/:id/remove-second-factor',
  'Removes the lost second factor of a staff account and ends its sessions',
  ['second_factor_off'],
)
