import { describe, expect, test } from 'vitest'
import { at, ticket } from '#tests/support/people/staff-ticket.ts'
import { quietDesk } from './desk-state.ts'
import { emptyTable, type TableState, tableOrder, withList, withTicket } from './table-state.ts'
import { counts, filtersToOffer, isClicked, listedOf, nextOf, seen } from './table-view.ts'

const called = (id: string, minute: number) => ticket(id, { state: 'called', clicked: true, calledAt: at(minute), version: 2 })
const ids = (state: TableState) => state.tickets.map((t) => t.id)
describe('the order of the table', () => {
  test('has called customers by call time first, then waiting by their places in line and numbers, then to pay, then missed', () => {
    const list = [
      ticket('9', { state: 'missed', calledAt: at(1) }),
      ticket('8', { state: 'pending_payment', joinedAt: null, number: null }),
      ticket('5', { serveAt: at(5) }),
      ticket('14', { serveAt: at(4), lane: 'priority' }),
      ticket('16', { serveAt: at(5), lane: 'priority' }),
      called('3', 20),
      called('2', 19),
    ]
    expect(tableOrder(list).map((t) => t.id)).toEqual(['2', '3', '14', '5', '16', '8', '9'])
  })

  test('keeps the position of the customer who is called next', () => {
    const before = tableOrder([called('1', 30), ticket('2'), ticket('3')])
    const after = tableOrder([called('1', 30), called('2', 31), ticket('3')])
    expect(before.map((t) => t.id)).toEqual(after.map((t) => t.id))
  })
})

describe('changes to the table', () => {
  const table = withList(emptyTable, [ticket('1'), ticket('2')], 0)

  test('an older version changes nothing, and a newer one replaces the ticket', () => {
    const newer = withTicket(table, called('1', 30), false)
    expect(newer.tickets[0]?.state).toBe('called')
    expect(withTicket(newer, ticket('1'), false)).toBe(newer)
  })

  test('an ended ticket leaves, and an older list does not bring it back', () => {
    const left = withTicket(table, ticket('1', { state: 'served', version: 3 }), false)
    expect(ids(left)).toEqual(['2'])
    expect(ids(withList(left, [called('1', 30), ticket('2')], 0))).toEqual(['2'])
    expect(ids(withTicket(left, ticket('1', { state: 'called', version: 4 }), false)), 'an undo brings it back').toEqual(['1', '2'])
  })

  test('a ticket that joined after the list was requested stays, and one that joined before and is not in it leaves', () => {
    const joined = withTicket(table, ticket('3'), false)
    expect(ids(withList(joined, [ticket('1')], table.beat))).toEqual(['1', '3'])
    expect(ids(withList(joined, [ticket('1')], joined.beat))).toEqual(['1'])
  })

  test('unchanged rows stay the same objects', () => {
    const again = withList(table, [ticket('1'), ticket('2', { name: 'Renamed' })], 0)
    expect(again.tickets[0]).toBe(table.tickets[0])
    expect(again.tickets[1]?.name).toBe('Renamed')
  })
})

describe('the visible rows', () => {
  const list = listedOf([called('1', 30), ticket('12', { lane: 'priority', name: 'Meera Nair', mobile: '9886052410' }), ticket('21')])

  test('the search finds parts of names, digits of mobiles and the first digits of token numbers', () => {
    const found = (text: string) => seen(list, 'all', text).map((one) => one.id)
    expect(found('meera')).toEqual(['12'])
    expect(found('98860 52')).toEqual(['12'])
    expect(found('2')).toEqual(['1', '12', '21'])
    expect(found('21')).toEqual(['21'])
    expect(found('a1')).toEqual([])
    expect(seen(list, 'all', '')).toBe(list)
  })

  test('the search finds what people type for the same name and number on other keyboards', () => {
    const people = listedOf([
      ticket('1', { name: 'फ\u093cैज\u093c' }),
      ticket('2', { name: 'José', mobile: '9876543210' }),
      ticket('3', { name: 'मीना' }),
    ])
    const found = (text: string) => seen(people, 'all', text).map((one) => one.id)
    expect(found('फ़ैज़')).toEqual(['1'])
    expect(found('फैज')).toEqual(['1'])
    expect(found('jose')).toEqual(['2'])
    for (const number of ['+91 98765 43210', '\u202a098765 43210\u202c', '९८७६५', '98765-432']) expect(found(number), number).toEqual(['2'])
    expect(found('मन'), 'another vowel').toEqual([])
  })

  test('the search for a number shows its customer first, and with # no other one', () => {
    const people = listedOf([
      ticket('14', { mobile: '9444444444' }),
      ticket('41'),
      ticket('4'),
      ticket('5', { number: null, mobile: '9000000000' }),
    ])
    const found = (text: string) => seen(people, 'all', text).map((one) => one.id)
    expect(found('4')).toEqual(['4', '14', '41'])
    for (const text of ['#4', ' # ४']) expect(found(text), text).toEqual(['4'])
    expect(found('#')).toEqual([])
  })

  test('a filter keeps the positions of the whole table', () => {
    expect(seen(list, 'priority', '').map((one) => one.order)).toEqual([2])
    const tickets = list.map((one) => one.ticket)
    expect(counts(tickets, [])).toEqual({ all: 3, priority: 1, regular: 2, booked: 0, toPay: 0, missed: 0 })
    expect(counts(tickets, [ticket('9', { state: 'missed' })]), 'with one missed earlier').toEqual({
      all: 3,
      priority: 1,
      regular: 2,
      booked: 0,
      toPay: 0,
      missed: 1,
    })
  })

  test('customers who owe cash have their own filter, and the filter of an empty lane is not offered', () => {
    const cash = ticket('30', { state: 'pending_payment', number: null, cashPaymentId: 'p', lane: 'priority' })
    const online = ticket('31', { state: 'pending_payment', number: null, lane: 'priority' })
    const tickets = [ticket('12', { lane: 'priority' }), cash, online]
    const held = counts(tickets, [])
    expect(held.toPay).toBe(1)
    expect(seen(listedOf(tickets), 'toPay', '').map((one) => one.id)).toEqual(['30'])
    expect(filtersToOffer(held, 'all'), 'a lane that holds everyone tells nothing').toEqual(['all', 'toPay', 'missed'])
    const both = counts([...tickets, ticket('13')], [])
    expect(filtersToOffer(both, 'all')).toEqual(['all', 'priority', 'regular', 'toPay', 'missed'])
    expect(filtersToOffer(counts([], []), 'toPay'), 'the chosen one stays').toEqual(['all', 'toPay', 'missed'])
    expect(filtersToOffer(undefined, 'all'), 'while loading').toEqual(['all', 'missed'])
  })

  test('booked customers are beside the queue, by their slots; only their filter and a search show them', () => {
    const slot = (minute: number) => ({ id: `cafe.${minute}`, startsAt: at(minute), endsAt: at(minute + 15) })
    const late = ticket('40', { state: 'booked', joinedAt: null, slot: slot(45), lane: 'priority' })
    const soon = ticket('41', { state: 'booked', joinedAt: null, slot: slot(30), lane: 'priority' })
    const tickets = tableOrder([late, ticket('12'), soon])
    const listed = listedOf(tickets)
    expect(seen(listed, 'all', '').map(({ id, order }) => [id, order])).toEqual([['12', 1]])
    const booked = seen(listed, 'booked', '').map(({ id, order }) => [id, order])
    expect(booked).toEqual([
      ['41', 1],
      ['40', 2],
    ])
    expect(seen(listed, 'all', 'Person 40').map(({ id }) => id)).toEqual(['40'])
    expect(counts(tickets, [])).toMatchObject({ all: 1, priority: 0, booked: 2 })
    expect(nextOf(tickets, quietDesk)?.id).toBe('12')
  })

  test('next is the first waiting customer who is not being called', () => {
    const tickets = list.map((one) => one.ticket)
    expect(nextOf(tickets, quietDesk)?.id).toBe('12')
    expect(nextOf(tickets, { ...quietDesk, calling: new Set(['12']) })?.id).toBe('21')
    expect(isClicked(ticket('1'), { ...quietDesk, bridged: new Set(['1']) }), 'pressed before a reload').toBe(true)
  })
})
