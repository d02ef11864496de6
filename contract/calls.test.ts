import { describe, expect, test } from 'vitest'
import { type RefusalCode, refusals } from './base/errors.ts'
import { calls, callsByName } from './calls.ts'
import { generalRefusals, refusalsOf } from './refusals-of.ts'

test('each call has a name of its own: two with one name would share their rights', () => {
  expect(Object.keys(callsByName)).toHaveLength(calls.length)
})

test('a call has one success status, or it says the answer of each', () => {
  for (const call of Object.values(callsByName)) {
    if (!call.answers) continue
    expect(call.status, call.name).toBeUndefined()
    expect(Object.keys(call.answers).length, call.name).toBeGreaterThan(1)
  }
})

describe('the refusals of a call', () => {
  test('are named once each: those that follow from its facts are not in its value', () => {
    for (const call of Object.values(callsByName)) {
      const codes = refusalsOf(call)
      expect(
        codes.filter((code, i) => codes.indexOf(code) !== i),
        call.name,
      ).toEqual([])
    }
  })

  test('are together all refusals of the product, except that of an address without a call', () => {
    const named = new Set(Object.values(callsByName).flatMap(refusalsOf))
    expect((Object.keys(refusals) as RefusalCode[]).filter((code) => !named.has(code))).toEqual(['not_found'])
  })

  test('follow from who may make the call and what it sends', () => {
    const facts = {
      name: 'GET /api/example',
      method: 'GET',
      path: '/api/example',
      tag: 'Desk',
      about: 'An example',
      limit: 'read',
    } as const
    const always = ['invalid_input', 'rate_limited', 'unexpected', 'unavailable']
    expect(generalRefusals({ ...facts, by: 'none' })).toEqual(always)
    expect(generalRefusals({ ...facts, by: 'account', roles: ['staff', 'owner', 'superadmin'], tenant: 'private' })).toEqual([
      ...always,
      'not_signed_in',
    ])
    expect(generalRefusals({ ...facts, by: 'account', roles: ['superadmin'] })).toEqual([...always, 'not_signed_in', 'forbidden'])
    expect(generalRefusals({ ...facts, by: 'shopper', method: 'POST' })).toEqual([
      ...always,
      ...['not_verified', 'invalid_json', 'too_large', 'wrong_media_type', 'wrong_origin'],
      ...['idempotency_key_invalid', 'idempotency_in_progress', 'idempotency_mismatch'],
    ])
    expect(generalRefusals({ ...facts, by: 'account', method: 'POST', credential: true })).toEqual([
      ...always,
      ...['not_signed_in', 'invalid_json', 'too_large', 'wrong_media_type', 'idempotency_key_invalid'],
    ])
  })
})
