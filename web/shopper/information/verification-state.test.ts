import { describe, expect, test } from 'vitest'
import {
  completesCode,
  emptyDraft,
  emptyVerification,
  firstWrong,
  isOf,
  personOf,
  triesLeft,
  type VerificationEvent,
  type VerificationState,
  verificationAfter,
} from './verification-state.ts'

const NOW = 1_764_000_000_000
const stateAfter = (start: VerificationState, ...events: VerificationEvent[]) => events.reduce(verificationAfter, start)
const typed = stateAfter(
  emptyVerification,
  { kind: 'typed', field: 'name', text: ' Asha Rao ' },
  { kind: 'typed', field: 'mobile', text: '+91 98765 43210' },
  { kind: 'typed', field: 'email', text: 'asha@example.in ' },
)
const sent: VerificationEvent = { kind: 'sent', code: null, resendAt: NOW + 30_000, endsAt: NOW + 300_000 }
const onCode = stateAfter(typed, { kind: 'begun' }, { kind: 'details checked' }, { kind: 'sending' }, sent)

describe('what the phone remembers', () => {
  test('a draft with a code that is still valid opens on the code', () => {
    const draft = { ...emptyDraft, email: 'asha@example.in', step: 'code' as const, endsAt: NOW + 1 }
    expect(stateAfter(emptyVerification, { kind: 'recalled', draft, now: NOW })).toMatchObject({ step: 'code', emailIsGood: true })
    expect(stateAfter(emptyVerification, { kind: 'recalled', draft, now: NOW + 1 }).step).toBe('details')
  })

  test('the draft stays the same object until something in it changes', () => {
    expect(stateAfter(typed, { kind: 'sending' }, { kind: 'email left' }, { kind: 'joining' }).draft).toBe(typed.draft)
    expect(stateAfter(typed, { kind: 'typed', field: 'name', text: 'Asha' }).draft).not.toBe(typed.draft)
  })
})

describe('the details', () => {
  test('are cleaned up for the server and stay as typed on the screen', () => {
    expect(personOf(typed.draft)).toEqual({ name: 'Asha Rao', mobile: '9876543210', email: 'asha@example.in' })
    expect(typed.draft.name).toBe(' Asha Rao ')
  })

  test('typing in a field removes its error and the alert, and a changed email must pass its check again', () => {
    const wrong = stateAfter(emptyVerification, { kind: 'details checked' })
    expect(wrong.errors).toEqual({ name: 'nameMissing', mobile: 'mobileMissing', email: 'emailWrong' })
    expect(firstWrong(wrong.errors)).toBe('name')
    const alerted = stateAfter(wrong, { kind: 'not verified', problem: 'No' }, { kind: 'typed', field: 'email', text: 'a@b.in' })
    expect(alerted).toMatchObject({ errors: { name: 'nameMissing', mobile: 'mobileMissing' }, problem: null, emailIsGood: false })
    expect(stateAfter(alerted, { kind: 'email left' }).emailIsGood).toBe(true)
  })

  test('a field that is left empty is not marked, and a field that is left wrong is', () => {
    expect(stateAfter(emptyVerification, { kind: 'email left' }, { kind: 'mobile left' }).errors).toEqual({})
    const short = stateAfter(
      emptyVerification,
      { kind: 'typed', field: 'mobile', text: '98765' },
      { kind: 'mobile left' },
      { kind: 'typed', field: 'email', text: 'asha' },
      { kind: 'email left' },
    )
    expect(short).toMatchObject({ errors: { mobile: 'mobileWrong', email: 'emailWrong' }, emailIsGood: false })
  })
})

describe('sending a code', () => {
  test('leads to the code, with the details cleaned up and all tries', () => {
    expect(onCode).toMatchObject({
      step: 'code',
      code: '',
      shownCode: null,
      draft: { name: 'Asha Rao', step: 'code', endsAt: NOW + 300_000 },
    })
    expect(triesLeft(onCode.draft)).toBe(5)
  })

  test('in the demo fills in the code', () => {
    expect(stateAfter(typed, { ...sent, code: '123456' })).toMatchObject({ code: '123456', shownCode: '123456' })
  })

  test('too early from the details says when, and offers the code that may be on its way', () => {
    const refused: VerificationEvent = { kind: 'not sent', back: 'details', errors: null, problem: 'Wait', resendAt: NOW + 9000 }
    const early = stateAfter(typed, { kind: 'sending' }, refused)
    expect(early).toMatchObject({ step: 'details', problem: 'Wait', mayHaveCode: true, draft: { resendAt: NOW + 9000 } })
    expect(stateAfter(early, { kind: 'sending' }).mayHaveCode).toBe(false)
    expect(stateAfter(onCode, { kind: 'sending' }, { ...refused, back: 'code' })).toMatchObject({ step: 'code', mayHaveCode: false })
    expect(stateAfter(early, { kind: 'code expected', now: NOW })).toMatchObject({
      step: 'code',
      problem: null,
      draft: { endsAt: NOW + 300_000 },
    })
  })

  test('with wrong fields marks them and changes nothing that was typed', () => {
    const refused = stateAfter(
      typed,
      { kind: 'sending' },
      { kind: 'not sent', back: 'details', errors: { mobile: 'checkField' }, problem: null, resendAt: null },
    )
    expect(refused).toMatchObject({ step: 'details', errors: { mobile: 'checkField' }, problem: null, mayHaveCode: false })
    expect(refused.draft).toBe(typed.draft)
  })
})

describe('the code', () => {
  test('keeps six digits, and only the sixth new digit completes it', () => {
    const state = stateAfter(onCode, { kind: 'code typed', text: '12 34-567' })
    expect(state.code).toBe('123456')
    expect(completesCode(onCode, '123456')).toBe(true)
    expect(completesCode(onCode, '12345')).toBe(false)
    expect(completesCode(state, '123456'), 'the same code again').toBe(false)
  })

  test('a wrong code costs a try and stays until it is changed', () => {
    const wrong = stateAfter(onCode, { kind: 'code typed', text: '000000' }, { kind: 'verifying' }, { kind: 'code wrong' })
    expect(wrong).toMatchObject({ step: 'code', code: '000000', codeIsWrong: true })
    expect(triesLeft(wrong.draft)).toBe(4)
    expect(stateAfter(wrong, { kind: 'code typed', text: '00000' }).codeIsWrong).toBe(false)
    expect(triesLeft(stateAfter(wrong, ...Array<VerificationEvent>(9).fill({ kind: 'code wrong' })).draft)).toBe(0)
  })

  test('changing the number forgets the code and keeps the details', () => {
    const back = stateAfter(onCode, { kind: 'code typed', text: '000000' }, { kind: 'code wrong' }, { kind: 'number changed' })
    expect(back).toMatchObject({
      step: 'details',
      code: '',
      shownCode: null,
      codeIsWrong: false,
      draft: { step: 'details', name: 'Asha Rao' },
    })
  })
})

describe('taking the place', () => {
  test('that fails can be repeated, or begins again with the mobile', () => {
    const joining = stateAfter(onCode, { kind: 'joining' })
    expect(stateAfter(joining, { kind: 'not joined', back: false, problem: 'Closed' })).toMatchObject({
      step: 'join-failed',
      problem: 'Closed',
    })
    expect(stateAfter(joining, { kind: 'not joined', back: true, problem: 'Verify' }).step).toBe('details')
    expect(stateAfter(joining, { kind: 'not joined', back: false, problem: 'Closed' }, { kind: 'begun' }).problem).toBe(null)
  })
})

describe('a mobile that has a place for another person', () => {
  test('is another person by the name, not by case, spaces or the way a letter was typed', () => {
    for (const name of ['asha rao', ' ASHA  RAO ', 'Asha Ráo']) expect(isOf({ name: 'Asha Rao' }, name), name).toBe(true)
    expect(isOf({ name: 'Asha Rao' }, 'Ben')).toBe(false)
  })
})
