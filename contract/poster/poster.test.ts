import { expect, test } from 'vitest'
import { posterFileName } from './poster.ts'

test.each([
  ['Shetty Silks', 'Shetty Silks poster A4.pdf'],
  ['राज वस्त्र', 'राज वस्त्र poster A4.pdf'],
  ['A/B: "C" \\ D?', 'A B C D poster A4.pdf'],
])('the poster of %s is called %s', (name, file) => {
  expect(posterFileName(name, 'A4')).toBe(file)
})
