import { expect, test } from 'vitest'
import { emailErrorKey, fieldErrorsOf, mobileErrorKey, nameError } from './checks.ts'

test('each field has its own sentence', () => {
  expect(mobileErrorKey('')).toBe('mobileMissing')
  expect(mobileErrorKey('12345')).toBe('mobileWrong')
  expect(mobileErrorKey('9876543210')).toBeNull()
  expect(nameError('   ')).toBe('nameMissing')
  expect(nameError('\u200b')).toBe('nameMissing')
  expect(nameError('x'.repeat(81))).toBe('nameLong')
  expect(nameError('नि'.repeat(80))).toBeNull()
  expect(nameError('आशा')).toBeNull()
  expect(emailErrorKey('a@b')).toBe('emailWrong')
  expect(emailErrorKey(' a@b.in ')).toBeNull()
})

test('a field that only the server finds wrong is marked anyway', () => {
  expect(fieldErrorsOf({ name: 'This has a hidden character' }, { name: 'A', mobile: '9876543210', email: 'a@b.in' })).toEqual({
    name: 'checkField',
  })
})
