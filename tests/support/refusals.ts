import { expect } from 'vitest'
import type { Answer } from './people.ts'

/** Fails where the answer is not this refusal in the envelope, or tells anything of the inside. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/./), requestId: answer.headers.get('x-request-id') })
  expect(answer.body.message).toBe(answer.body.error)
  expect(Object.keys(answer.body).filter((key) => !['success', 'error', 'message', 'code', 'fields', 'requestId'].includes(key))).toEqual(
    [],
  )
  expectNothingInside(JSON.stringify(answer.body))
}

/** Fails where a text has a stack, a query, or the name of anything that the product is made with. */
export function expectNothingInside(text: string): void {
  expect(text).not.toMatch(
    /\bat \S+ \(|\.ts\b|\.js:\d|node_modules|\bselect\b.*\bfrom\b|insert into|relation "|syntax error|PGlite|Postgres|Zod|FST_/i,
  )
}
