import { describe, expect, test } from 'vitest'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { en, type PayingTexts } from '#texts/en/paying.ts'
import { speak } from '#texts/speak.ts'
import { lateWords } from './late-words.ts'

const say = speak<PayingTexts>('en', en)
type Payment = NonNullable<PassWire['payment']>
const words = (state: Payment['state'], gateway: Payment['gateway'] = 'razorpay', number: number | null = null) =>
  lateWords(
    {
      number,
      payment: { id: 'p', state, gateway, amountPaise: 13_800, expiresAt: '2026-11-23T10:00:00.000Z', refundOnLeave: true, refunds: [] },
    },
    say,
  )

describe('a place that expired before its money came', () => {
  test('says that late money goes back, and when it is back', () => {
    expect(words('refund_pending')).toEqual({
      title: 'Your payment came too late',
      text: '₹138 reached us after your place had expired, so there is no token. All of it goes back.',
    })
    expect(words('refunded')).toEqual({
      title: 'Your money is back',
      text: '₹138 reached us after your place had expired. All of it has gone back.',
    })
  })

  test('does not say that nothing was paid while a vendor may still have the money', () => {
    for (const state of ['created', 'expired'] as const)
      expect(words(state)?.money).toBe('If ₹138 has left your account, all of it comes back automatically. We message you.')
  })

  test('has its usual words if the money could not be late', () => {
    expect(words('expired', 'demo')).toBeNull()
    expect(words('refund_pending', 'cash')).toBeNull()
    expect(words('refunded', 'razorpay', 7)).toBeNull()
  })
})
