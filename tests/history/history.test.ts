import { describe, expect, test } from 'vitest'
import { brokenPromises, type History } from './history.ts'

/** Two people of one shop: one paid and was called and served, one paid and left. */
function sound(): History {
  return {
    operations: [
      { kind: 'pay', client: 'a', ticketId: 't1', outcome: 'unknown' },
      { kind: 'pay', client: 'a', ticketId: 't1', outcome: 'ok', told: { number: 1, receiptId: 'r1' } },
      { kind: 'pay', client: 'b', ticketId: 't2', outcome: 'ok', told: { number: 2, receiptId: 'r2' } },
      { kind: 'leave', client: 'b', ticketId: 't2', outcome: 'ok' },
      { kind: 'call', client: 'staff', ticketId: 't1', outcome: 'ok' },
      { kind: 'complete', client: 'staff', ticketId: 't1', outcome: 'ok' },
      { kind: 'call', client: 'staff', ticketId: 't2', outcome: 'failed' },
    ],
    shown: [
      { screen: 'tv', shopId: 's', seq: 3, waiting: 2 },
      { screen: 'tv', shopId: 's', seq: 3, waiting: 2 },
      { screen: 'tv', shopId: 's', seq: 9, waiting: 0 },
    ],
    books: {
      tickets: [
        { id: 't1', shopId: 's', serviceDay: 'd', number: 1, state: 'served', callCount: 1 },
        { id: 't2', shopId: 's', serviceDay: 'd', number: 2, state: 'cancelled', callCount: 0 },
        { id: 't3', shopId: 's', serviceDay: 'd', number: null, state: 'pending_payment', callCount: 0 },
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

/** Ways to break a sound history, each with a word of what is found. */
const faults: [string, (history: History) => void, RegExp][] = [
  ['a number given twice', ({ books }) => Object.assign(books.tickets[1] ?? {}, { number: 1 }), /gap or a duplicate/],
  ['a gap', ({ books }) => Object.assign(books.tickets[1] ?? {}, { number: 3 }), /gap or a duplicate/],
  ['a missing receipt', ({ books }) => books.receipts.pop(), /0 receipts/],
  ['a receipt with another number', ({ books }) => Object.assign(books.receipts[1] ?? {}, { tokenNumber: 7 }), /1 receipts/],
  ['a second charge', ({ books }) => books.payments.push({ id: 'p4', ticketId: 't1', state: 'captured' }), /2 payments taken/],
  [
    'an acknowledged number that is another',
    ({ operations }) => Object.assign(operations[1] ?? {}, { told: { number: 2, receiptId: 'r1' } }),
    /was told/,
  ],
  ['an acknowledged ticket that is gone', ({ operations }) => Object.assign(operations[3] ?? {}, { ticketId: 't9' }), /is gone/],
  ['an acknowledged leaving that was lost', ({ books }) => Object.assign(books.tickets[1] ?? {}, { state: 'waiting' }), /left with/],
  ['an acknowledged serving that was lost', ({ books }) => Object.assign(books.tickets[0] ?? {}, { state: 'called' }), /served t1/],
  ['a refused call that happened', ({ books }) => Object.assign(books.tickets[1] ?? {}, { callCount: 1 }), /refused each time/],
  ['a call that was told twice', ({ books }) => books.notices.push({ ticketId: 't1', seq: 1, state: 'delivered' }), /told 2 times/],
  ['a call that nobody was told of', ({ books }) => books.notices.pop(), /told 0 times/],
  ['a call that was not delivered', ({ books }) => Object.assign(books.notices[0] ?? {}, { state: 'failed' }), /not delivered/],
  ['a call without its step in the history', ({ books }) => books.calls.pop(), /its history 0/],
  ['a screen that goes backwards', ({ shown }) => shown.splice(2, 0, { screen: 'tv', shopId: 's', seq: 2, waiting: 1 }), /backwards/],
  ['a screen that stays behind', ({ shown }) => shown.pop(), /in the end/],
]

describe('the history checker', () => {
  test('finds nothing in a sound history, whatever was refused or had no answer', () => {
    expect(brokenPromises(sound())).toEqual([])
  })

  test.each(faults)('finds %s', (_name, plant, found) => {
    const history = sound()
    plant(history)
    expect(brokenPromises(history).join('\n')).toMatch(found)
  })
})
