import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#contract/base/demo.ts'
import { isCommonPassword } from './common-passwords.ts'

const names = ['Asha Verma', 'asha.verma@mehta-foods.in', 'Phoenix Mall', 'Café 24', 'रेड कार्पेट']

describe('a common password', () => {
  test.each(['password', 'Password1', 'QWERTYUIOP', 'iloveyou', 'corvette', 'india123', 'ｐａｓｓｗｏｒｄ', '1qaz2wsx', 'aaaaaaaaaa'])(
    'is one of the list, in any case and width: %s',
    async (password) => expect(await isCommonPassword(password, [])).toBe(true),
  )

  test.each([
    'redcarpet',
    'Red-Carpet-2026',
    'carpet1234',
    'asha12345',
    'Asha.Verma!',
    'verma@2026',
    'phoenixmall1',
    '24-phoenix-24',
    'café2424',
    'Cafe-2424',
    'रेडकार्पेट१२३',
  ])('is only a name with digits and punctuation: %s', async (password) => expect(await isCommonPassword(password, names)).toBe(true))

  test.each(['a quiet evening', DEMO_PASSWORD, 'asha likes mangoes', 'phoenix rises 7', '8264-1937', 'redder carpets'])(
    'is not any other password: %s',
    async (password) => expect(await isCommonPassword(password, names)).toBe(false),
  )

  test('is not a different person’s name', async () => {
    expect(await isCommonPassword('asha.verma.77', ['Meera Iyer'])).toBe(false)
  })
})
