import { describe, expect, test } from 'vitest'
import type { PassWire, StorefrontWire } from '#contract/storefront/shapes.ts'
import { addressOf, newerPass, rightScreen } from './journey.ts'

const pass = (change: Partial<PassWire> = {}): PassWire => ({
  id: 'ticket1',
  shopId: 'phoenix-cafe',
  name: 'Asha',
  mobile: '9876543210',
  number: 7,
  state: 'waiting',
  lane: 'priority',
  joinedAt: '2026-01-01T10:00:00.000Z',
  slot: null,
  moveUntil: null,
  address: null,
  refundUntil: null,
  remindAt: null,
  version: 3,
  seq: 30,
  call: null,
  counter: null,
  undoneAt: null,
  payment: null,
  promise: null,
  receiptId: null,
  heldUntil: null,
  messages: [],
  serverTime: 1000,
  ...change,
})
const order = (gateway: 'demo' | 'cash') => ({
  id: 'p1',
  state: 'created' as const,
  gateway,
  amountPaise: 14_160,
  expiresAt: '2026-01-01T10:15:00.000Z',
  refundOnLeave: true,
  refunds: [] as never[],
})

describe('the right screen for a shopper', () => {
  const unpaid = pass({ state: 'pending_payment', number: null })
  const slot = { id: 'phoenix-cafe.20260101T1000Z', startsAt: '2026-01-01T10:00:00.000Z', endsAt: '2026-01-01T10:15:00.000Z' }
  const cash = pass({ state: 'pending_payment', number: null, payment: order('cash') })
  test.each([
    ['information', null, 'information'],
    ['payment', null, 'information'],
    ['token', null, 'token'],
    ['information', unpaid, 'payment'],
    ['payment', unpaid, 'payment'],
    ['token', unpaid, 'payment'],
    ['payment', pass({ state: 'pending_payment', payment: order('demo') }), 'payment'],
    ['information', cash, 'token'],
    ['payment', cash, 'payment'],
    ['token', cash, 'token'],
    ['payment', pass(), 'token'],
    ['information', pass({ state: 'called' }), 'token'],
    ['information', pass({ state: 'missed' }), 'token'],
    ['information', pass({ state: 'served' }), 'information'],
    ['payment', pass({ state: 'expired' }), 'token'],
    ['payment', pass({ state: 'expired', number: null, slot }), 'payment'],
    ['payment', pass({ state: 'booked', slot }), 'token'],
    ['information', pass({ state: 'booked', slot }), 'token'],
    ['welcome', pass(), 'welcome'],
  ] as const)('%s with %o is %s', (wanted, held, screen) => {
    expect(rightScreen(wanted, held)).toBe(screen)
  })
})

describe('an older pass never replaces a newer one', () => {
  test('the higher version counts, whichever came last', () => {
    const called = pass({ version: 4, seq: 31, state: 'called' })
    expect(newerPass(called, pass({ version: 3, seq: 40, serverTime: 9000 }))).toBe(called)
    expect(newerPass(pass(), called)).toBe(called)
  })
  test('of the same version, the later reading counts, because of its messages', () => {
    const later = pass({ serverTime: 2000 })
    expect(newerPass(pass(), later)).toBe(later)
    const earlier = pass({ serverTime: 500 })
    expect(newerPass(later, earlier)).toBe(later)
  })
  test('a new ticket replaces one that has ended', () => {
    const next = pass({ id: 'ticket2', version: 1, serverTime: 900 })
    expect(newerPass(pass({ state: 'cancelled' }), next)).toBe(next)
  })
  test('the end of an old ticket that is heard late does not replace the new one', () => {
    const next = pass({ id: 'ticket2', version: 1, serverTime: 900 })
    expect(newerPass(next, pass({ state: 'cancelled', version: 3, serverTime: 5000 }))).toBe(next)
  })
})

test('addresses keep the scanned counter', () => {
  const storefront = { shop: { slug: 'phoenix-cafe' } } as StorefrontWire
  const world = { storefront, pass: pass(), counter: 'c 7' }
  expect(addressOf('welcome', world)).toBe('/phoenix-cafe?counter=c%207')
  expect(addressOf('payment', world)).toBe('/phoenix-cafe/paymentpage?userId=ticket1&counter=c%207')
  expect(addressOf('token', { ...world, counter: null })).toBe('/phoenix-cafe/token')
})
