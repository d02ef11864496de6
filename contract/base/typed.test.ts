import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailIn, folded, mobileIn, plainDigits, trimmed } from './typed.ts'

describe('digits', () => {
  test.each(['९८७६५४३२१०', '৯৮৭৬৫৪৩২১০', '੯੮੭੬੫੪੩੨੧੦', '૯૮૭૬૫૪૩૨૧૦', '୯୮୭୬୫୪୩୨୧୦', '௯௮௭௬௫௪௩௨௧௦', '౯౮౭౬౫౪౩౨౧౦', '೯೮೭೬೫೪೩೨೧೦', '൯൮൭൬൫൪൩൨൧൦'])(
    'of an Indian script are the same digits: %s',
    (text) => {
      expect(plainDigits(text)).toBe('9876543210')
    },
  )

  test.each(['۹۸۷۶۵۴۳۲۱۰', '٩٨٧٦٥٤٣٢١٠', '９８７６５４３２１０', '𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎', '9\u200b8\u20607\u00ad6543210', '\u202a9876543210\u202c'])(
    'of Urdu, of full width, and between signs that no one sees: %s',
    (text) => {
      expect(plainDigits(text)).toBe('9876543210')
    },
  )

  test('each digit of Unicode has its value', () => {
    let before = -1
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const sign = String.fromCodePoint(code)
      const isDigit = /\p{Nd}/u.test(sign)
      // They come in tens, in their order.
      const value = isDigit ? (before + 1) % 10 : -1
      if (isDigit) expect(plainDigits(sign), code.toString(16)).toBe(String(value))
      before = value
    }
    expect(plainDigits('٤ and ४ and 4')).toBe('4 and 4 and 4')
  })
})

test.each([
  'asha@example.in ',
  '\u200basha@example.in\u00a0',
  'asha@example.in.',
  'asha@example.in. ',
  'asha@example.in\u200b,',
  'asha @example.in',
  'asha＠example.in',
  'mailto:asha@example.in',
  'mailto:asha@example.in?subject=Hi',
  'asha@example.in।',
])('an email is read as phones write it: %j', (text) => {
  expect(emailIn(text)).toBe('asha@example.in')
  expect(emailIn(emailIn(text))).toBe('asha@example.in')
})

test.each(['as ha@example.in', 'asha@example.in. Asha', 'Dr. asha@example.in', 'Asha <asha@example.in>', 'asha@example', 'asha'])(
  'an email that is wrong stays as it is: %s',
  (text) => {
    expect(emailIn(text)).toBe(text)
  },
)

test.each([
  '9876543210',
  ' 98765 43210 ',
  '98765-43210',
  '98765.43210',
  '(98765) 43210',
  '98765\u00a043210',
  '98765\u201143210',
  '+91 98765 43210',
  '+91-98765-43210',
  '+91 (0) 98765 43210',
  '0091 98765 43210',
  '919876543210',
  '09876543210',
  '\u202a+91 98765 43210\u202c',
  '＋９１ ९८७६५ ४३२१०',
  'tel:+919876543210',
])('the mobile number in %j is 9876543210', (text) => {
  expect(mobileIn(text)).toBe('9876543210')
})

test.each(['', '98765', '98765432101', '+1 212 555 0100', 'call me', '98765 4321O', '+91 98765 4321'])(
  'what is not a mobile number of ten digits does not become one: %j',
  (text) => {
    expect(mobileIn(text)).not.toMatch(/^\d{10}$/)
  },
)

test('ten digits that begin with 91 or 0 are a complete number', () => {
  expect(mobileIn('9112345678')).toBe('9112345678')
  expect(mobileIn('0112345678')).toBe('0112345678')
})

describe('a trimmed text', () => {
  test.each([
    '',
    ' ',
    '\u200b',
    '\u200d\u200c',
    '\u2060\ufeff',
    '\u3164',
    '\u115f\u1160',
    '\u2800',
    '\u00ad',
    '\u034f',
    '\ufe0f',
    '\u{e0020}',
    '\ufffc',
  ])('is empty if nothing of it can be seen: %j', (text) => {
    expect(trimmed(`${text} ${text}`)).toBe('')
  })

  test('loses what no one sees at its ends, and keeps the joiners of a word', () => {
    expect(trimmed('\u202a Asha\u00a0 \u202c')).toBe('Asha')
    expect(trimmed('क्\u200dष')).toBe('क्\u200dष')
    expect(trimmed('അവന്\u200d ')).toBe('അവന്\u200d')
    expect(trimmed('👩\u200d👩\u200d👧 ❤\ufe0f ')).toBe('👩\u200d👩\u200d👧 ❤\ufe0f')
  })

  test('is the same when it is trimmed again', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => trimmed(trimmed(text)) === trimmed(text)))
  })
})

describe('a search', () => {
  test.each([
    ['फ़ैज़', 'फ\u093cैज\u093c'],
    ['फ़ैज़', 'फैज'],
    ['José', 'jose'],
    ['ÅSA', 'åsa'],
    ['Café  Noir', 'cafe noir'],
    ['अवन\u200d', 'अवन'],
    ['Counter १२', 'counter 12'],
  ])('finds %s by %s', (text, search) => {
    expect(folded(text)).toBe(folded(search))
  })

  test.each([
    ['मीना', 'मना'],
    ['काला', 'कील'],
    ['தமிழ்', 'தமழ'],
  ])('does not take %s for %s: vowel signs count', (text, search) => {
    expect(folded(text)).not.toBe(folded(search))
  })
})
