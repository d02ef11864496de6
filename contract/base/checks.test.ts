import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail, isMobile, mobileError, normalEmail, passwordError, spokenMobile } from './checks.ts'

const tenDigits = fc.stringMatching(/^[0-9]{10}$/)

describe('a mobile number', () => {
  test('is exactly ten digits', () => {
    fc.assert(
      fc.property(tenDigits, (mobile) => {
        expect(isMobile(mobile)).toBe(true)
        expect(mobileError(mobile)).toBeNull()
      }),
    )
  })

  test('is nothing else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.stringMatching(/^[0-9]{0,9}$/),
          fc.stringMatching(/^[0-9]{11,14}$/),
          tenDigits.map((m) => ` ${m}`),
          tenDigits.map((m) => `${m}\n`),
        ),
        (text) => {
          fc.pre(!/^[0-9]{10}$/.test(text) || text.includes('\n'))
          expect(isMobile(text)).toBe(false)
        },
      ),
    )
  })

  test.each(['+919876543210', '98765 43210', '९८७६५४३२१०', '９８７６５４３２１０', '987654321a', '98765.4321'])('is not %s', (text) => {
    expect(mobileError(text)).toBe('Please enter a valid 10-digit mobile number (only numbers allowed)')
  })

  test.each(['', ' ', '\t\n'])('that is missing (%j) has its own sentence', (text) => {
    expect(mobileError(text)).toBe('Please enter your mobile number')
  })

  test('is shown with its country code and keeps its digits', () => {
    expect(spokenMobile('9876543210')).toBe('+91 98765 43210')
    fc.assert(
      fc.property(tenDigits, (mobile) => {
        expect(spokenMobile(mobile).replaceAll(' ', '')).toBe(`+91${mobile}`)
      }),
    )
  })
})

describe('an email address', () => {
  test.each(['asha@example.in', 'a@b.c', 'आशा@उदाहरण.भारत', "o'neil+mall@sub.example.co.in"])('is %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    'asha',
    'asha@example',
    '@example.in',
    'asha@.',
    'asha@example..in',
    '.asha@example.in',
    'asha.@example.in',
    'asha@@example.in',
    'as ha@example.in',
    'asha@example.in\n',
    'x<owner@corp.in>',
    'a,b@example.in',
    '\u202easha@example.in',
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  test('has one normalized spelling for any case, and normalizing it again changes nothing', () => {
    expect(normalEmail(' Asha@Example.IN ')).toBe('asha@example.in')
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        expect(normalEmail(normalEmail(text))).toBe(normalEmail(text))
        expect(normalEmail(text.toUpperCase())).toBe(normalEmail(text))
      }),
    )
  })

  test('must have text before the at sign, text after it, a dot and text, and at most 254 characters', () => {
    const part = fc.stringMatching(/^[^\s@.<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,120}$/u)
    fc.assert(
      fc.property(part, part, part, (name, host, ending) => {
        const address = `${name}@${host}.${ending}`
        expect(isEmail(address)).toBe(address.length <= 254)
        expect(isEmail(`${name} @${host}.${ending}`)).toBe(false)
        expect(isEmail(`${name}@${host}`)).toBe(false)
      }),
    )
  })
})

describe('a password', () => {
  test.each(['aaaaaaaa', '        ', 'पासवर्ड अच्छा', '🛒🛒🛒🛒🛒🛒🛒🛒', '12345678', 'x'.repeat(128)])(
    'may consist of any characters: %s',
    (text) => {
      expect(passwordError(text)).toBeNull()
    },
  )

  test('must have 8 to 128 characters; an emoji counts as one', () => {
    expect(passwordError('🛒🛒🛒🛒🛒🛒🛒')).toBe('Please use at least 8 characters')
    expect(passwordError('x'.repeat(129))).toBe('Please use at most 128 characters')
  })
})
