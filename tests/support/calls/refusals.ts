import { expect } from 'vitest'
import type { AnyReply } from '#tests/support/calls/client.ts'
import { hasInternals } from '#tests/support/calls/internals.ts'

/** Fails if the answer is not this refusal in the error envelope, or if it reveals internals. */
export function expectRefusal(answer: AnyReply, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/./), requestId: answer.headers.get('x-request-id') })
  expect(answer.body.message).toBe(answer.body.error)
  expect(Object.keys(answer.body).filter((key) => !['success', 'error', 'message', 'code', 'fields', 'requestId'].includes(key))).toEqual(
    [],
  )
  expectNothingInside(JSON.stringify(answer.body))
}

export function expectNothingInside(text: string): void {
  expect(text).toSatisfy((it: string) => !hasInternals(it), 'a text without internals')
}
