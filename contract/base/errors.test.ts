import { describe, expect, test } from 'vitest'
import { Refusal, type RefusalCode, refusals } from './errors.ts'

describe('a refusal', () => {
  test.each<[RefusalCode, number, string]>([
    ['bad_credentials', 401, 'Invalid email or password'],
    ['invalid_otp', 400, 'Invalid OTP, please try again!'],
    ['empty_number', 400, 'Please enter a number!'],
    ['shop_required', 400, 'Shop ID is missing!'],
    ['unexpected', 500, 'Something went wrong'],
  ])('%s is %i and says letter by letter: %s', (code, status, sentence) => {
    expect(refusals[code]).toEqual([status, sentence])
  })

  test('has a code for programs, an error status and a sentence for a person', () => {
    for (const [code, [status, sentence]] of Object.entries(refusals)) {
      expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
      expect(status >= 400 && status <= 503, code).toBe(true)
      expect(sentence, code).toMatch(/^\S.*\S$/)
    }
  })

  test('carries its sentence, or the one it is given, and its details', () => {
    expect(new Refusal('otp_wait', { retryAfterSeconds: 30 })).toMatchObject({
      code: 'otp_wait',
      status: 429,
      message: refusals.otp_wait[1],
      details: { retryAfterSeconds: 30 },
    })
    expect(new Refusal('unexpected', { sentence: 'Shop moved' }).message).toBe('Shop moved')
  })
})
