import { CallFailure } from '../../api/call.ts'

/** What a sign-in still asks for after email and password. `enrol` is there once, when an authenticator app is set up. */
export type SecondStep =
  | { kind: 'totp'; challenge: string; enrol: { secret: string; url: string } | null }
  | { kind: 'first_password'; challenge: string }

/** The second step that a refused sign-in leads to; null where it was simply refused. */
export function secondStepOf(failure: unknown): SecondStep | null {
  if (!(failure instanceof CallFailure) || failure.challenge === null) return null
  if (failure.code === 'totp_required') return { kind: 'totp', challenge: failure.challenge, enrol: failure.enrol }
  return failure.code === 'password_change_required' ? { kind: 'first_password', challenge: failure.challenge } : null
}
