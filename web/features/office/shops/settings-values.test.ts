import { describe, expect, test } from 'vitest'
import type { ShopSettings } from '#contract/shops/shapes.ts'
import { amountIn, settingsOf, valuesOf } from './settings-values.ts'

const settings: ShopSettings = {
  baseFeePaise: 12_050,
  extraPaise: 0,
  minutesPerTicket: 4,
  headStartMinutes: 10,
  countdownSeconds: 180,
  graceMinutes: 5,
  refundOnLeave: true,
  staffRefundLimitPaise: 5000,
  promise: { minutes: 20, refund: true },
  place: 'level 1',
  supportContact: null,
  usualWaitMinutes: 40,
  openingHours: [
    [],
    [['10:00', '24:00']],
    [['18:00', '02:00']],
    [],
    [],
    [],
    [
      ['10:00', '13:00'],
      ['16:00', '22:00'],
    ],
  ],
  exceptions: [{ day: '2026-11-01', spans: [] }],
  slots: { minutes: 15, capacity: 6, daysAhead: 7, moveUntilMinutes: 30 },
  editor: null,
}

describe('the settings of a shop', () => {
  test('are the same after the round trip through the form', () => {
    expect(settingsOf(valuesOf(settings))).toEqual(settings)
    const always = {
      ...settings,
      openingHours: null,
      usualWaitMinutes: null,
      promise: null,
      editor: { name: 'Meera', mobile: '9876543210', email: 'meera@example.in' },
    }
    expect(settingsOf(valuesOf(always))).toEqual(always)
  })

  test('show midnight as an end as 00:00, which a time field can hold', () => {
    expect(valuesOf(settings).week[1]).toEqual([{ from: '10:00', to: '00:00' }])
  })

  test.each([
    ['120', 12_000],
    ['120.5', 12_050],
    [' 0 ', 0],
    ['100000', 10_000_000],
    ['100000.01', null],
    ['1.234', null],
    ['-5', null],
    ['₹120', 12_000],
    ['1,20', null],
    ['', null],
  ])('read %j rupees as %j paise', (text, paise) => {
    expect(amountIn(text)).toBe(paise)
  })
})
