import { CallFailure } from '#web/api/call.ts'

/** `enrol` is set only when the person first sets up an authenticator app. */
export type SecondStep =
  | { kind: 'totp'; challenge: string; enrol: { secret: string; url: string } | null }
  | { kind: 'first_password'; challenge: string }

/** Null if the sign-in was refused without a second step. */
export function secondStepOf(failure: unknown): SecondStep | null {
  if (!(failure instanceof CallFailure) || failure.challenge === null) return null
  if (failure.code === 'totp_required') return { kind: 'totp', challenge: failure.challenge, enrol: failure.enrol }
  return failure.code === 'password_change_required' ? { kind: 'first_password', challenge: failure.challenge } : null
}
