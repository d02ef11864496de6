import { describe, expect, test } from 'vitest'
import { brokenPromises, type History } from './history.ts'

/** Two shoppers of one shop: one paid, was called and served; one paid and left. One shopper of a free shop. */
function sound(): History {
  return {
    holds: [],
    freeShops: ['free'],
    readAt: 10_000,
    countdownMs: 9_000,
    operations: [
      { kind: 'pay', client: 'a', ticketId: 't1', outcome: 'unknown', at: 0 },
      { kind: 'pay', client: 'a', ticketId: 't1', outcome: 'ok', at: 0, told: { number: 1, receiptId: 'r1' } },
      { kind: 'join', client: 'c', ticketId: 't4', outcome: 'ok', at: 0, told: { number: 1 } },
      { kind: 'pay', client: 'b', ticketId: 't2', outcome: 'ok', at: 0, told: { number: 2, receiptId: 'r2' } },
      { kind: 'leave', client: 'b', ticketId: 't2', outcome: 'ok', at: 0 },
      { kind: 'call', client: 'staff', ticketId: 't1', outcome: 'ok', at: 0 },
      { kind: 'arrive', client: 'staff', ticketId: 't1', outcome: 'ok', at: 0 },
      { kind: 'complete', client: 'staff', ticketId: 't1', outcome: 'ok', at: 0 },
      { kind: 'call', client: 'staff', ticketId: 't2', outcome: 'failed', at: 0 },
    ],
    shown: [
      { screen: 'tv', shopId: 's', seq: 3, waiting: 2 },
      { screen: 'tv', shopId: 's', seq: 3, waiting: 2 },
      { screen: 'tv', shopId: 's', seq: 9, waiting: 0 },
    ],
    books: {
      tickets: [
        { id: 't1', shopId: 's', serviceDay: 'd', mobile: '1', number: 1, state: 'served', callCount: 1, counterId: 'c1' },
        { id: 't2', shopId: 's', serviceDay: 'd', mobile: '2', number: 2, state: 'cancelled', callCount: 0, counterId: null },
        { id: 't3', shopId: 's', serviceDay: 'd', mobile: '3', number: null, state: 'pending_payment', callCount: 0, counterId: null },
        { id: 't4', shopId: 'free', serviceDay: 'd', mobile: '4', number: 1, state: 'waiting', callCount: 0, counterId: null },
      ],
      payments: [
        { id: 'p1', ticketId: 't1', state: 'captured' },
        { id: 'p2', ticketId: 't2', state: 'refunded' },
        { id: 'p3', ticketId: 't3', state: 'created' },
      ],
      receipts: [
        { id: 'r1', shopId: 's', ticketId: 't1', serial: 1, tokenNumber: 1 },
        { id: 'r2', shopId: 's', ticketId: 't2', serial: 2, tokenNumber: 2 },
      ],
      calls: [{ ticketId: 't1', many: 1 }],
      notices: [{ ticketId: 't1', seq: 1, state: 'delivered' }],
      digests: [{ shopId: 's', waiting: 0 }],
    },
  }
}

/** Ways to break a sound history, each with a part of the sentence that the checker must return. */
const faults: [string, (history: History) => void, RegExp][] = [
  ['a number given twice', ({ books }) => Object.assign(books.tickets[1] ?? {}, { number: 1 }), /gap or a duplicate/],
  ['a gap', ({ books }) => Object.assign(books.tickets[1] ?? {}, { number: 3 }), /gap or a duplicate/],
  ['a missing receipt', ({ books }) => books.receipts.pop(), /0 receipts/],
  ['a receipt with another number', ({ books }) => Object.assign(books.receipts[1] ?? {}, { tokenNumber: 7 }), /1 receipts/],
  [
    'a second live ticket of a mobile',
    ({ books }) => Object.assign(books.tickets[3] ?? {}, { shopId: 's', mobile: '3' }),
    /2 live tickets/,
  ],
  ['a charge at a free shop', ({ books }) => books.payments.push({ id: 'p5', ticketId: 't4', state: 'captured' }), /1 payments taken/],
  ['an acknowledged free number that differs', ({ books }) => Object.assign(books.tickets[3] ?? {}, { number: null }), /was told/],
  ['a second charge', ({ books }) => books.payments.push({ id: 'p4', ticketId: 't1', state: 'captured' }), /2 payments taken/],
  [
    'an acknowledged number that differs from the books',
    ({ operations }) => Object.assign(operations[1] ?? {}, { told: { number: 2, receiptId: 'r1' } }),
    /was told/,
  ],
  ['an acknowledged ticket that is gone', ({ operations }) => Object.assign(operations[3] ?? {}, { ticketId: 't9' }), /is gone/],
  ['an acknowledged leave that was lost', ({ books }) => Object.assign(books.tickets[1] ?? {}, { state: 'waiting' }), /left with/],
  ['an acknowledged service that was lost', ({ books }) => Object.assign(books.tickets[0] ?? {}, { state: 'called' }), /served t1/],
  ['an arrived shopper who was missed', ({ books }) => Object.assign(books.tickets[0] ?? {}, { state: 'missed' }), /at the counter/],
  [
    'two people at one counter',
    ({ books }) => {
      for (const ticket of books.tickets) Object.assign(ticket, { state: 'called', counterId: 'c1' })
    },
    /people are at counter c1/,
  ],
  ['a refused call that happened', ({ books }) => Object.assign(books.tickets[1] ?? {}, { callCount: 1 }), /refused each time/],
  ['a call with two messages', ({ books }) => books.notices.push({ ticketId: 't1', seq: 1, state: 'delivered' }), /has 2 messages/],
  ['a call without a message', ({ books }) => books.notices.pop(), /has 0 messages/],
  ['a call whose message was not delivered', ({ books }) => Object.assign(books.notices[0] ?? {}, { state: 'failed' }), /not delivered/],
  ['a call without its step in the history', ({ books }) => books.calls.pop(), /its history 0 calls/],
  [
    'a shopper who is missed before the countdown is over',
    ({ operations, books }) => {
      Object.assign(books.tickets[0] ?? {}, { state: 'missed' })
      operations.splice(5, 2)
      operations.push({ kind: 'call', client: 'staff', ticketId: 't1', outcome: 'ok', at: 2_000 })
    },
    /missed at most 8000 ms/,
  ],
  [
    'a shop that waits for a locked row of another shop',
    (history) => Object.assign(history, { holds: [{ shopId: 'other', row: 'a waiting ticket', from: 1, to: 2 }] }),
    /no one at another shop could pay/,
  ],
  ['a screen that goes backwards', ({ shown }) => shown.splice(2, 0, { screen: 'tv', shopId: 's', seq: 2, waiting: 1 }), /backwards/],
  ['a screen that stays behind', ({ shown }) => shown.pop(), /in the end/],
]

describe('the history checker', () => {
  test('finds nothing in a sound history with refused and unanswered requests', () => {
    expect(brokenPromises(sound())).toEqual([])
  })

  test.each(faults)('finds %s', (_name, plant, found) => {
    const history = sound()
    plant(history)
    expect(brokenPromises(history).join('\n')).toMatch(found)
  })
})
