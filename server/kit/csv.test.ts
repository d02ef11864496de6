import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const cellOf = (text: string) => parse(csvOf([[text, 'end']]))[0]?.[0]

describe('a file for a spreadsheet', () => {
  test('has every text as a person wrote it, at most with an apostrophe in front', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.oneof(fc.constantFrom('\n', '\r', '"', ',', ';', '=', '0', 'अ'), fc.string()) })),
        (texts) => {
          const rows = parse(csvOf([['first', ...texts], ['second']]), { relax_column_count: true })
          expect(rows).toEqual([['first', ...texts.map((text) => expect.toBeOneOf([text, `'${text}`]))], ['second']])
        },
      ),
    )
  })

  test.each(['=1+1', '+91 98765 43210', '-60.00', '@SUM(A1)', '\tx', '\rx', '＝1+1'])('runs no text as a formula: %j', (text) => {
    expect(cellOf(text)).toBe(`'${text}`)
  })

  test.each([
    '007',
    '9876543210',
    '5114923871234',
    '1,20,000',
    '12.50',
    '24/7',
    '1-2',
    '1e5',
    '2E+10',
    '10 AM',
    '9:30',
    'May 5',
    '3 Sept',
    '12-Dec-2026',
    '50%',
    '₹120',
  ])('changes no text into a number or a date: %s', (text) => {
    expect(cellOf(text)).toBe(`'${text}`)
  })

  test.each(['Asha', '7 Eleven', 'Café 24', 'C07/2627/000001', 'May', 'e', 'pay_R1x2', 'Level 2, Phoenix Mall', '3M', ''])(
    'leaves other texts as they are: %s',
    (text) => {
      expect(cellOf(text)).toBe(text)
    },
  )

  test('has numbers, dates and codes of ours in plain form, below zero too', () => {
    expect(csvOf([[{ plain: '-60.00' }, { plain: 7 }, { plain: '2026-11-29 10:00:00' }, { plain: '998599' }]])).toBe(
      '-60.00,7,2026-11-29 10:00:00,998599\r\n',
    )
  })

  test('keeps a line break inside its cell, of each kind', () => {
    expect(csvOf([['one\ntwo', 'three\rfour', 'five\r\nsix']])).toBe('"one\ntwo","three\rfour","five\r\nsix"\r\n')
  })
})
