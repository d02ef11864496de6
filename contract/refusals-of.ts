import type { Role } from './accounts/accounts.ts'
import type { RefusalCode } from './base/errors.ts'
import type { Call } from './call.ts'
import { keepsResponse, takesKey } from './http/idempotency.ts'

/** A request that cannot be read, a limit of its rate, or a fault on our side. */
const always: readonly RefusalCode[] = ['invalid_input', 'rate_limited', 'unexpected', 'unavailable']

/** If the credential is missing or has ended. */
const withoutCredential: Readonly<Record<Call['by'], readonly RefusalCode[]>> = {
  none: [],
  account: ['not_signed_in'],
  shopper: ['not_verified'],
  either: ['not_signed_in'],
}

const everyRole: readonly Role[] = ['staff', 'owner', 'superadmin']

/** The codes that follow from the facts of a call, so its value does not list them. */
export function generalRefusals(call: Omit<Call, 'refuses'>): RefusalCode[] {
  const { method, by, from, roles = everyRole, tenant } = call
  const codes = [...always, ...withoutCredential[by]]
  if (tenant === 'public' || roles.length < everyRole.length) codes.push('forbidden')
  // Only a request that writes has a body that is read, and must come from our own page if it carries a shopper's cookie.
  if (method !== 'GET') codes.push('invalid_json', 'too_large', 'wrong_media_type')
  if (method !== 'GET' && by !== 'account' && from !== 'elsewhere') codes.push('wrong_origin')
  if (takesKey(call)) codes.push('idempotency_key_invalid')
  if (keepsResponse(call)) codes.push('idempotency_in_progress', 'idempotency_mismatch')
  return codes
}

export const refusalsOf = (call: Call): RefusalCode[] => [...generalRefusals(call), ...call.refuses]
