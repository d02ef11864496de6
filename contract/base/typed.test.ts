import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeIn, emailIn, finds, folded, mobileIn, oneLine, plainDigits, trimmed } from './typed.ts'

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
      // Digits come in tens, in their order.
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
  'asha@example.in?',
  'asha@example.in!',
  "asha@example.in'",
  '“asha@example.in”',
  '(asha@example.in)',
  '<asha@example.in>',
  'Asha Verma <asha@example.in>',
  'Asha Verma <asha@example.in>,',
  '" asha@example.in "',
  '"\u3164asha@example.in',
])('an email is read as phones write it: %j', (text) => {
  expect(emailIn(text)).toBe('asha@example.in')
  expect(emailIn(emailIn(text))).toBe('asha@example.in')
})

test.each(['as ha@example.in', 'asha@example.in. Asha', 'Dr. asha@example.in', 'asha@example', 'asha'])(
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
  '0919876543210',
  '091 98765 43210',
  '98765/43210',
  '98765·43210',
  '9876543210,',
  'Mob: 98765 43210',
  'Ph. 098765-43210',
  'https://wa.me/919876543210',
  'मोबाइल: ९८७६५४३२१०',
  '+91 98765 43210 (Home)',
])('the mobile number in %j is 9876543210', (text) => {
  expect(mobileIn(text)).toBe('9876543210')
})

test.each([
  '',
  '98765',
  '98765432101',
  '+1 212 555 0100',
  'call me',
  '98765 4321O',
  '+91 98765 4321',
  '9876543210/9123456789',
  '98765 43210 ext 5',
  '9876a543210',
  '9123456789/90',
  '91234567/8910',
  '9123456789.00',
  'https://wa.me/6591234567',
])('what is not a mobile number of ten digits does not become one: %j', (text) => {
  expect(mobileIn(text)).not.toMatch(/^\d{10}$/)
})

test('ten digits that begin with 91 or 0 are a complete number', () => {
  expect(mobileIn('9112345678')).toBe('9112345678')
  expect(mobileIn('0112345678')).toBe('0112345678')
})

test.each([
  '451227',
  ' 451 227 ',
  '451-227',
  '451·227',
  '४५१२२७',
  'G-451227',
  'Code: 451227',
  '451227 is your code for Phoenix Café 2, valid for 5 minutes.',
  'Phoenix Café 2: code 451227',
  'Valid for 5 minutes: 451227',
  '2026-11-27 451227',
  '1800 000 0000: 451227',
])('the code in %j is 451227', (text) => {
  expect(codeIn(text)).toBe('451227')
})

test('a code among other groups of six digits is not guessed', () => {
  expect(codeIn('PIN 400001 code 451227')).toBe('')
  expect(codeIn('451227 is your code: 451227')).toBe('451227')
})

test('a code that is being typed is the digits so far', () => {
  expect(['', '4', '45', '4512278', 'a'].map(codeIn)).toEqual(['', '4', '45', '4512278', ''])
})

test.each(['Ravi\tKumar', 'Ravi\r\nKumar', '\u200eRavi\u200e Kumar', '\u202aRavi \u202aKumar\u202c\u202c', '\u2066Ravi Kumar\u2069'])(
  'a name that is copied with signs that no one sees is read on one line: %j',
  (text) => {
    expect(oneLine(text)).toBe('Ravi Kumar')
  },
)

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
    '\u{13441}',
    '\u{1d159}',
    '\ud800',
    '\uffff',
    '\u0301',
    'ा',
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
    ['Maria D’Souza', "maria d'souza"],
    ["D'Souza", 'dsouza'],
  ])('finds %s by %s', (text, search) => {
    expect(folded(text)).toBe(folded(search))
  })

  test('finds the words of a name in any order', () => {
    expect(finds('फातिमा कुरैशी', 'कुरैशी फाति')).toBe(true)
    expect(finds('Maria D’Souza', 'souza maria')).toBe(true)
    expect(finds('Maria D’Souza', 'souza mario')).toBe(false)
    expect(finds('Maria', ' ')).toBe(true)
  })

  test.each([
    ['मीना', 'मना'],
    ['काला', 'कील'],
    ['தமிழ்', 'தமழ'],
  ])('does not take %s for %s: vowel signs count', (text, search) => {
    expect(folded(text)).not.toBe(folded(search))
  })
})
