import { describe, expect, test } from 'vitest'
import { backColours, codeColours, contrast, readColour, verdictOf } from './colours.ts'

const verdict = (code: string, back: string, pixelsPerModule = 8) => verdictOf({ code, back, pixelsPerModule })

describe('a colour', () => {
  test('is read in the forms that people type', () => {
    expect(readColour('#7A1325')).toBe('#7a1325')
    expect(readColour(' 7a1325 ')).toBe('#7a1325')
    expect(readColour('#fA0')).toBe('#ffaa00')
    for (const wrong of ['', '#', 'red', '#12345', '#1234567', '#12345g']) expect(readColour(wrong), wrong).toBeNull()
  })

  test('has the contrast to another colour that WCAG defines, in either order', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
    expect(contrast('#7a1325', '#7a1325')).toBe(1)
  })
})

describe('a code', () => {
  test('is easy to scan in any two preset colours', () => {
    for (const code of codeColours)
      for (const back of backColours) expect(verdict(code.hex, back.hex).mark, `${code.name} on ${back.name}`).toBe('easy')
  })

  test('does not scan if its colours are alike, and is weak if their contrast is medium', () => {
    expect(verdict('#dddddd', '#ffffff')).toMatchObject({ mark: 'fails', why: 'fails' })
    expect(verdict('#777777', '#ffffff')).toMatchObject({ mark: 'weak', why: 'weak' })
    expect(verdict('#ff0000', '#ffffff')).toMatchObject({ mark: 'weak', why: 'weak' })
  })

  test('does not scan if it is lighter than its background, even with a strong contrast', () => {
    expect(verdict('#ffffff', '#000000')).toMatchObject({ mark: 'fails', why: 'inverted' })
    expect(verdict('#fdf8ea', '#7a1325')).toMatchObject({ mark: 'fails', why: 'inverted' })
  })

  test('does not scan if its modules are too small', () => {
    expect(verdict('#000000', '#ffffff', 1.9)).toMatchObject({ mark: 'fails', why: 'dense' })
    expect(verdict('#000000', '#ffffff', 2).mark).toBe('easy')
  })
})
