import { expect, test } from 'vitest'
import { untilChoices } from './until-choices.ts'

const at = (hour: number, minute: number, second = 0) => Date.UTC(2026, 10, 22, hour, minute, second)

test('a pause can end at three multiples of ten minutes, the first at least five minutes away', () => {
  expect(untilChoices(at(13, 20))).toEqual([at(13, 30), at(13, 40), at(14, 0)])
  expect(untilChoices(at(13, 25))).toEqual([at(13, 30), at(13, 40), at(14, 0)])
  expect(untilChoices(at(13, 25, 1))).toEqual([at(13, 40), at(13, 50), at(14, 10)])
  expect(untilChoices(at(23, 58))).toEqual([at(24, 10), at(24, 20), at(24, 40)])
})
