import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/base/locale.ts'
import { en as console } from './en/console.ts'
import { en as accounts } from './en/console-accounts.ts'
import { en as places } from './en/console-places.ts'
import { en as displays } from './en/displays.ts'
import { en as ending } from './en/ending.ts'
import { en as messages } from './en/messages.ts'
import { en as refusals } from './en/refusals.ts'
import { en as shopper } from './en/shopper.ts'

type Message = string | { readonly one: string; readonly other: string }
type Messages = Readonly<Record<string, Message>>

/** By the names of the files. */
const load = async (language: Locale): Promise<Map<string, Messages>> => {
  const files = readdirSync(join(import.meta.dirname, language))
  const loaded = files.map(async (file) => [file, (await import(join(import.meta.dirname, language, file)))[language]] as const)
  return new Map(await Promise.all(loaded))
}
const inEnglish = await load('en')
const translated = locales.filter((locale) => locale !== 'en')
const catalogues = (
  await Promise.all(translated.map(async (locale) => [...(await load(locale))].map(([file, theirs]) => ({ locale, file, theirs }))))
).flat()

const formsOf = (message: Message | undefined): string[] =>
  message === undefined ? [] : typeof message === 'string' ? [message] : [message.one, message.other]
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
const namesOf = (message: Message | undefined): string[] => [...new Set(formsOf(message).flatMap(namesIn))].sort()
const entries = (...all: Messages[]) => all.flatMap((one) => Object.entries(one))

test.each(translated)('the language %s has all catalogues', (locale) => {
  expect(catalogues.filter((one) => one.locale === locale).map(({ file }) => file)).toEqual([...inEnglish.keys()])
})

describe.each(catalogues)('the catalogue $file in the language $locale', ({ file, theirs }) => {
  const english = inEnglish.get(file) ?? {}

  test('has the messages of the English one, no more and no less, in the same forms', () => {
    expect(Object.keys(theirs).sort()).toEqual(Object.keys(english).sort())
    const otherForm = Object.keys(english).filter((key) => typeof english[key] !== typeof theirs[key])
    expect(otherForm).toEqual([])
  })

  test('names the same values as the English one', () => {
    const names = (all: Messages) => Object.fromEntries(Object.keys(english).map((key) => [key, namesOf(all[key])]))
    expect(names(theirs)).toEqual(names(english))
  })

  test('names each value in the plural form; the singular form may omit only the count', () => {
    const lost = entries(english, theirs).filter(([, message]) => {
      if (typeof message === 'string') return false
      const [one = [], other = []] = formsOf(message).map(namesIn)
      return other.filter((name) => name !== 'count').join() !== one.filter((name) => name !== 'count').join()
    })
    expect(lost).toEqual([])
  })

  test('writes no number in the singular form: in Hindi, for example, it is also that of zero', () => {
    const written = entries(english, theirs).filter(([key]) => {
      const message = theirs[key]
      return typeof message === 'object' && /\d/.test(message.one)
    })
    expect(written).toEqual([])
  })

  test('has no empty message, no blank at either end and no broken placeholder', () => {
    const broken = entries(english, theirs).filter(([, message]) =>
      formsOf(message).some((text) => text.trim() !== text || text === '' || /[{}]/.test(text.replace(/\{\w+\}/g, ''))),
    )
    expect(broken).toEqual([])
  })
})

describe.each(catalogues.filter(({ locale }) => locale === 'hi'))('the catalogue $file in Hindi', ({ file, theirs: hindi }) => {
  test('is written in Devanagari, except names that are the same everywhere', () => {
    const same = new Set(['Red Carpet', 'WhatsApp'])
    const untranslated = Object.keys(hindi).filter((key) =>
      formsOf(hindi[key]).some(
        (text) => /[a-z]{3}/.test(text.replace(/\{\w+\}/g, '')) && !/\p{Script=Devanagari}/u.test(text) && !same.has(text),
      ),
    )
    expect(untranslated).toEqual([])
  })

  test('writes the dot below only in फ़, ज़, ड़ and ढ़, as most people do', () => {
    const others = entries(hindi).filter(([, message]) => formsOf(message).some((text) => /[^फजडढ]\u093c/.test(text.normalize('NFD'))))
    expect(others).toEqual([])
  })

  test('uses one word for one thing: फ़ीस, स्टाफ़, मैसेज, सेव, पेमेंट, कैंसल', () => {
    // Messages are registered templates: a changed word needs a new registration.
    if (file === 'messages.ts') return
    const others = entries(hindi).filter(([, message]) =>
      formsOf(message).some((text) => /शुल्क|कर्मचारी|संदेश|सहेज|प्रतीक्षा|भुगतान|रद्द/.test(text)),
    )
    expect(others).toEqual([])
  })
})

describe('the texts that people look for are kept letter by letter', () => {
  const has = (catalogue: Messages, text: string) => Object.values(catalogue).some((message) => formsOf(message).includes(text))

  test.each([
    ...['Welcome To Red Carpet', 'Buy Cart'],
    ...['Verify Your Self In Blue Cart Service', 'Send OTP', 'Verify OTP', 'Just wait for your OTP...', 'Your OTP'],
    ...['OTP verified successfully!', 'Invalid OTP, please try again!', 'Error sending OTP: {message}.'],
    ...[
      'Please enter your mobile number',
      'Please enter a valid 10-digit mobile number (only numbers allowed)',
      'please insert valid email',
    ],
    ...['Mall Shopping Assistant', 'Scan QR Code', 'Book Time Slot', 'Priority Checkout', 'Book Appointment'],
    ...['SMS notifications for your turn', 'Digital receipt', '24/7 customer support'],
    ...['Your TOKEN Number has been GENERATED', 'Loading...', 'Error', 'Failed to fetch token. Please try again.'],
    ...['A MESSAGE will be sent when the counter slot is available.', "Thank's for VISIT"],
  ])('to a shopper: %s', (text) => {
    expect(has(shopper, text) || has(ending, text)).toBe(true)
  })

  test.each([
    ...['Login', 'Create Account', 'Forgot Password', 'Something went wrong', 'please insert valid email'],
    ...['S. No.', 'Name', 'Mobile Number', 'Email', 'Token', 'Action', 'OK', 'Clicked', 'Loading...', 'No data found', 'Logout'],
    ...['Message Sent Successfully.', 'Failed to send message. Please try again.', 'Please enter a number!'],
    ...['Error sending message. Check the console for details.', "Thank's for VISIT", 'SELECT YOUR MALL', 'Unknown'],
    ...['Full Name', 'Signup successful, please login.', 'User not found or server issue!', 'Password updated successfully.'],
    ...['QR-Code', 'SETTING', 'View More', "Shop's", 'Edit Mall', 'Delete Mall', 'Visit Site', 'No menu items added yet'],
    ...["Add Shop's", 'Edit', 'Save', 'Cancel', 'Delete', 'Menu item added successfully!', 'Shop ID is missing!'],
    ...['Failed to add menu item. Please try again.'],
  ])('to staff and owners: %s', (text) => {
    expect(has({ ...console, ...accounts, ...places, ...refusals }, text)).toBe(true)
  })
})

describe('the texts of the display’s editors are kept letter by letter', () => {
  const has = (catalogue: Messages, text: string) => Object.values(catalogue).some((message) => formsOf(message).includes(text))
  test.each([
    ...['Edit Phoenix Text', 'Edit P Text', 'Edit Royal Pass Text', 'Save'],
    ...['Updated Successfully!', 'Error updating. Please check console for details.'],
    ...['Added Successfully!', 'Error adding. Please check console for details.'],
  ])('%s', (text) => {
    expect(has(displays, text)).toBe(true)
  })
})

describe('a message to a phone', () => {
  test('names at most two values, as its registered template does', () => {
    const greedy = entries(messages, ...catalogues.filter(({ file }) => file === 'messages.ts').map(({ theirs }) => theirs)).filter(
      // Mails have a subject and no template.
      ([kind, message]) => !Object.hasOwn(messages, `${kind}Subject`) && namesOf(message).length > 2,
    )
    expect(greedy).toEqual([])
  })
})
