import { expect, test } from 'vitest'
import { afterSecondTry, type Failure, inOneLine } from './outcome.ts'

const failure = (test: string, file: string | null = 'tests/a.test.ts'): Failure => ({ file, test, message: 'expected 1 to be 2' })

test('a test that fails once and passes at the second try has passed, and is named', () => {
  const { outcome, late } = afterSecondTry({ passed: 9, failures: [failure('calls')] }, { passed: 4, failures: [] })
  expect(outcome).toEqual({ passed: 10, failures: [] })
  expect(late.map(({ test }) => test)).toEqual(['calls'])
})

test('a test that fails twice has failed once', () => {
  const { outcome, late } = afterSecondTry(
    { passed: 9, failures: [failure('calls'), failure('pays')] },
    { passed: 4, failures: [failure('pays')] },
  )
  expect(outcome).toEqual({ passed: 10, failures: [failure('pays')] })
  expect(late.map(({ test }) => test)).toEqual(['calls'])
})

test('a test that passed and fails when its file is tried again has failed', () => {
  const { outcome } = afterSecondTry({ passed: 9, failures: [failure('calls')] }, { passed: 3, failures: [failure('pays')] })
  expect(outcome).toEqual({ passed: 9, failures: [failure('pays')] })
})

test('what has no file to try again stays failed', () => {
  const killed = failure('the journeys', null)
  const { outcome, late } = afterSecondTry({ passed: 9, failures: [killed] }, { passed: 0, failures: [] })
  expect(outcome).toEqual({ passed: 9, failures: [killed] })
  expect(late).toEqual([])
})

test('a failure is one line without colours and stack', () => {
  const said = inOneLine('failed', { ...failure('calls'), message: '\u001b[31mexpected 1\n   to be 2\u001b[39m\n    at somewhere.ts:3:1' })
  expect(said).toBe('failed: tests/a.test.ts › calls: expected 1 to be 2')
})
