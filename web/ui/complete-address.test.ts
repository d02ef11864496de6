import { describe, expect, test } from 'vitest'
import { completeAddress } from './complete-address.ts'

describe('the address of a website', () => {
  test.each([
    ['example.com', 'https://example.com'],
    [' silk.example.in/sarees?from=mall#top ', 'https://silk.example.in/sarees?from=mall#top'],
    ['example.com:8443/shop', 'https://example.com:8443/shop'],
    ['दुकान.भारत', 'https://दुकान.भारत'],
  ])('%j gets the https:// that was left out', (typed, whole) => {
    expect(completeAddress(typed)).toBe(whole)
  })

  test.each([
    '',
    'https://example.com',
    'http://example.com',
    'javascript:alert(1)',
    'data:image/png;base64,iVBORw0KGgo=',
    'mailto:somebody@example.com',
    'somebody@example.com',
    '/images/abc.jpg',
    '//example.com',
    'my shop',
    'localhost',
  ])('%j stays as it is', (typed) => {
    expect(completeAddress(typed)).toBe(typed)
  })
})
