import { describe, expect, test } from 'vitest'
import { emailErrorKey, fieldErrorsOf, mobileErrorKey, nameError, tidyMobile } from './checks.ts'

describe('a mobile as people write it', () => {
  test.each([
    ['9876543210', '9876543210'],
    ['98765 43210', '9876543210'],
    ['+91 98765-43210', '9876543210'],
    ['919876543210', '9876543210'],
    ['09876543210', '9876543210'],
    ['12345', '12345'],
    ['98765abcde', '98765abcde'],
    // ten digits that begin with 91 are a complete number
    ['9112345678', '9112345678'],
  ])('%s is %s', (typed, mobile) => {
    expect(tidyMobile(typed)).toBe(mobile)
  })
})

test('each field has its own sentence', () => {
  expect(mobileErrorKey('')).toBe('mobileMissing')
  expect(mobileErrorKey('12345')).toBe('mobileWrong')
  expect(mobileErrorKey('9876543210')).toBeNull()
  expect(nameError('   ')).toBe('nameMissing')
  expect(nameError('x'.repeat(81))).toBe('nameLong')
  expect(nameError('आशा')).toBeNull()
  expect(emailErrorKey('a@b')).toBe('emailWrong')
  expect(emailErrorKey(' a@b.in ')).toBeNull()
})

test('a field that only the server finds wrong is marked anyway', () => {
  expect(fieldErrorsOf({ name: 'This has a hidden character' }, { name: 'A', mobile: '9876543210', email: 'a@b.in' })).toEqual({
    name: 'checkField',
  })
})
