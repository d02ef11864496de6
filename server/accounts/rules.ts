import type { Role } from '../../contract/accounts.ts'
import { DAY, HOUR, MINUTE } from '../../contract/time.ts'

/** How long a session lives without use, and at most. Staff work all day at one till; a super administrator's power ends soon. */
const lifetimes: Readonly<Record<Role, { idle: number; whole: number }>> = {
  staff: { idle: 12 * HOUR, whole: 7 * DAY },
  owner: { idle: 2 * HOUR, whole: DAY },
  superadmin: { idle: 30 * MINUTE, whole: 12 * HOUR },
}

/** A session's use is written down at most this often, so that reading costs no write. */
export const TOUCH_EVERY = MINUTE

/** When a session that is used now ends. */
export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  const { idle, whole } = lifetimes[role]
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + whole))
}
