import { CODE_DIGITS, codeIn, emailIn, folded, mobileIn, oneLine } from '#contract/base/typed.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { CODE_LIFE, TRIES_PER_CODE } from '#contract/verification/verification.ts'
import type { Person } from '#web/data/shopper/verification.ts'
import type { Draft } from '#web/session/shopper.ts'
import { emailErrorKey, type FieldErrors, type FieldName, mobileErrorKey, nameError } from './checks.ts'

/** Pure rules of the verification screen; `verification.ts` makes the calls. */

/**
 * `joining`: the code was right, and the ticket is taken. It can fail on its own, or find that this mobile has a place for another person
 * (`taken`).
 */
export type Step = 'details' | 'sending' | 'code' | 'verifying' | 'joining' | 'join-failed' | 'taken'

export interface VerificationState {
  /** What this phone keeps: what was typed survives errors and reloads. The code is not in it. */
  draft: Draft
  step: Step
  errors: FieldErrors
  /** The alert on the page. */
  problem: string | null
  /** True if a code may be on its way although sending was refused. */
  mayHaveCode: boolean
  emailIsGood: boolean
  code: string
  /** Only in demo mode. */
  shownCode: string | null
  codeIsWrong: boolean
  /** The other person's ticket, in the step `taken`. */
  standing: PassWire | null
}

/** Times are epoch ms of this phone. */
export type VerificationEvent =
  /** The phone has remembered a draft. */
  | { kind: 'recalled'; draft: Draft; now: number }
  | { kind: 'typed'; field: FieldName; text: string }
  | { kind: 'code typed'; text: string }
  /** The focus has left a field. */
  | { kind: 'email left' }
  | { kind: 'mobile left' }
  /** A press has started a task. */
  | { kind: 'begun' }
  | { kind: 'details checked' }
  | { kind: 'sending' }
  | { kind: 'sent'; code: string | null; resendAt: number; endsAt: number }
  /** Sending was refused: the fields are wrong, or there is a sentence. `resendAt` is known if only the time was wrong. */
  | { kind: 'not sent'; back: 'details' | 'code'; errors: FieldErrors | null; problem: string | null; resendAt: number | null }
  | { kind: 'verifying' }
  | { kind: 'code wrong' }
  | { kind: 'not verified'; problem: string }
  | { kind: 'joining' }
  /** `back` leads to the details, because the mobile must be verified again. */
  | { kind: 'not joined'; back: boolean; problem: string }
  | { kind: 'taken'; standing: PassWire }
  | { kind: 'number changed' }
  /** The shopper says that a code has arrived. */
  | { kind: 'code expected'; now: number }

export const emptyDraft: Draft = { name: '', mobile: '', email: '', step: 'details', resendAt: 0, endsAt: 0, wrongCodes: 0 }

export const emptyVerification: VerificationState = {
  draft: emptyDraft,
  step: 'details',
  errors: {},
  problem: null,
  mayHaveCode: false,
  emailIsGood: false,
  code: '',
  shownCode: null,
  codeIsWrong: false,
  standing: null,
}

/** The details, cleaned up as the server wants them. */
export const personOf = ({ name, mobile, email }: Draft): Person => ({
  name: oneLine(name),
  mobile: mobileIn(mobile),
  email: emailIn(email),
})

/** Case and spaces do not make another person. */
export const isOf = (pass: Pick<PassWire, 'name'>, name: string): boolean => folded(pass.name) === folded(name)

export const triesLeft = ({ wrongCodes }: Draft): number => Math.max(0, TRIES_PER_CODE - wrongCodes)

/** The first in the order of the form. */
export const firstWrong = (errors: FieldErrors): FieldName | undefined =>
  (['name', 'mobile', 'email'] as const).find((field) => field in errors)

export const digitsOf = (text: string): string => codeIn(text).slice(0, CODE_DIGITS)

/** Digits that complete a new code count as a press on the button. */
export const completesCode = (state: VerificationState, digits: string): boolean => digits.length === CODE_DIGITS && digits !== state.code

/** The draft is the same object if nothing in it has changed. */
export function verificationAfter(state: VerificationState, event: VerificationEvent): VerificationState {
  const { draft } = state
  switch (event.kind) {
    case 'recalled': {
      const hasCode = event.draft.step === 'code' && event.draft.endsAt > event.now
      return { ...state, draft: event.draft, emailIsGood: emailErrorKey(event.draft.email) === null, step: hasCode ? 'code' : state.step }
    }
    case 'typed': {
      const emailIsGood = event.field === 'email' ? false : state.emailIsGood
      return {
        ...state,
        draft: { ...draft, [event.field]: event.text },
        problem: null,
        errors: without(state.errors, event.field),
        emailIsGood,
      }
    }
    case 'code typed':
      return { ...state, code: digitsOf(event.text), codeIsWrong: false, problem: null }
    case 'email left': {
      const error = emailErrorKey(draft.email)
      // An empty field is not marked until sending.
      const isMarked = error !== null && draft.email.trim() !== ''
      const errors = isMarked ? { ...state.errors, email: error } : without(state.errors, 'email')
      return { ...state, errors, emailIsGood: error === null }
    }
    case 'mobile left': {
      const error = draft.mobile.trim() === '' ? null : mobileErrorKey(personOf(draft).mobile)
      return error === null ? state : { ...state, errors: { ...state.errors, mobile: error } }
    }
    case 'begun':
      return { ...state, problem: null }
    case 'details checked': {
      const errors = detailsErrors(draft)
      return { ...state, errors, emailIsGood: errors.email === undefined }
    }
    case 'sending':
      return { ...state, step: 'sending', mayHaveCode: false }
    case 'sent': {
      const { code, resendAt, endsAt } = event
      const kept: Draft = { ...draft, ...personOf(draft), step: 'code', resendAt, endsAt, wrongCodes: 0 }
      return { ...state, draft: kept, step: 'code', shownCode: code, code: code ?? '', codeIsWrong: false }
    }
    case 'not sent': {
      const next: VerificationState = { ...state, step: event.back, errors: event.errors ?? state.errors, problem: event.problem }
      if (event.resendAt === null) return next
      return { ...next, draft: { ...draft, ...personOf(draft), resendAt: event.resendAt }, mayHaveCode: event.back === 'details' }
    }
    case 'verifying':
      return { ...state, step: 'verifying' }
    case 'code wrong':
      return { ...state, draft: { ...draft, wrongCodes: draft.wrongCodes + 1 }, step: 'code', codeIsWrong: true }
    case 'not verified':
      return { ...state, step: 'code', problem: event.problem }
    case 'joining':
      return { ...state, step: 'joining' }
    case 'not joined':
      return { ...state, step: event.back ? 'details' : 'join-failed', problem: event.problem }
    case 'taken':
      return { ...state, step: 'taken', standing: event.standing }
    case 'number changed':
      return {
        ...state,
        draft: { ...draft, step: 'details', mobile: state.step === 'taken' ? '' : draft.mobile },
        step: 'details',
        code: '',
        shownCode: null,
        codeIsWrong: false,
        problem: null,
      }
    case 'code expected': {
      const kept: Draft = { ...draft, ...personOf(draft), step: 'code', endsAt: event.now + CODE_LIFE, wrongCodes: 0 }
      return { ...state, draft: kept, step: 'code', problem: null }
    }
  }
}

function detailsErrors(draft: Draft): FieldErrors {
  const errors: FieldErrors = {}
  const inName = nameError(draft.name)
  const inMobile = mobileErrorKey(personOf(draft).mobile)
  const inEmail = emailErrorKey(draft.email)
  if (inName) errors.name = inName
  if (inMobile) errors.mobile = inMobile
  if (inEmail) errors.email = inEmail
  return errors
}

function without(errors: FieldErrors, field: FieldName): FieldErrors {
  const { [field]: _gone, ...others } = errors
  return others
}
