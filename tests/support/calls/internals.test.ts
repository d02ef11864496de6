import { describe, expect, test } from 'vitest'
import { hasInternals } from './internals.ts'

describe('a text with internals', () => {
  test.each([
    'Error: no\n    at join (/srv/server/queue/join.ts:12:3)',
    'select "id" from "ticket"',
    'ZodError: Invalid input',
    'relation "ticket" does not exist',
    'could not connect to Postgres',
  ])('is recognized: %s', (text) => {
    expect(hasInternals(text)).toBe(true)
  })

  test.each([
    'Please choose your own password.',
    '{"code":"password_change_required","challenge":"rAvC1r3ZDedzs9C4lzOd92Q1rSyB_rH9q6ouoJhEbOc"}',
  ])('is not one that only looks like it by chance: %s', (text) => {
    expect(hasInternals(text)).toBe(false)
  })
})
