import { describe, expect, test } from 'vitest'
import { en as console } from './console.en.ts'
import { hi as consoleInHindi } from './console.hi.ts'
import { en as accounts } from './console-accounts.en.ts'
import { hi as accountsInHindi } from './console-accounts.hi.ts'
import { en as board } from './console-board.en.ts'
import { hi as boardInHindi } from './console-board.hi.ts'
import { en as places } from './console-places.en.ts'
import { hi as placesInHindi } from './console-places.hi.ts'
import { en as consoleQr } from './console-qr.en.ts'
import { hi as consoleQrInHindi } from './console-qr.hi.ts'
import { en as displays } from './displays.en.ts'
import { hi as displaysInHindi } from './displays.hi.ts'
import { en as messages } from './messages.en.ts'
import { hi as messagesInHindi } from './messages.hi.ts'
import { en as poster } from './poster.en.ts'
import { hi as posterInHindi } from './poster.hi.ts'
import { en as shopper } from './shopper.en.ts'
import { hi as shopperInHindi } from './shopper.hi.ts'

type Message = string | { readonly one: string; readonly other: string }
type Messages = Readonly<Record<string, Message>>

const catalogues: [name: string, english: Messages, hindi: Messages][] = [
  ['console', console, consoleInHindi],
  ['board', board, boardInHindi],
  ['displays', displays, displaysInHindi],
  ['poster', poster, posterInHindi],
  ['QR generator', consoleQr, consoleQrInHindi],
  ['account screens', accounts, accountsInHindi],
  ["owner's and administrator's screens", places, placesInHindi],
  ['messages', messages, messagesInHindi],
  ['shopper', shopper, shopperInHindi],
]

const formsOf = (message: Message | undefined): string[] =>
  message === undefined ? [] : typeof message === 'string' ? [message] : [message.one, message.other]
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
/** The values that a message names in any of its forms. */
const namesOf = (message: Message | undefined): string[] => [...new Set(formsOf(message).flatMap(namesIn))].sort()
const entries = (...all: Messages[]) => all.flatMap((one) => Object.entries(one))

describe.each(catalogues)('the catalogue of the %s in Hindi', (_name, english, hindi) => {
  test('has the messages of the English one, no more and no less, in the same forms', () => {
    expect(Object.keys(hindi).sort()).toEqual(Object.keys(english).sort())
    const otherForm = Object.keys(english).filter((key) => typeof english[key] !== typeof hindi[key])
    expect(otherForm).toEqual([])
  })

  test('names the same values as the English one', () => {
    const names = (all: Messages) => Object.fromEntries(Object.keys(english).map((key) => [key, namesOf(all[key])]))
    expect(names(hindi)).toEqual(names(english))
  })

  test('names each value in the form for many; the form for one may leave only the count out', () => {
    const lost = entries(english, hindi).filter(([, message]) => {
      if (typeof message === 'string') return false
      const [one = [], other = []] = formsOf(message).map(namesIn)
      return other.filter((name) => name !== 'count').join() !== one.filter((name) => name !== 'count').join()
    })
    expect(lost).toEqual([])
  })

  test('has no empty message, no blank at an end and no half a placeholder', () => {
    const broken = entries(english, hindi).filter(([, message]) =>
      formsOf(message).some((text) => text.trim() !== text || text === '' || /[{}]/.test(text.replace(/\{\w+\}/g, ''))),
    )
    expect(broken).toEqual([])
  })

  test('is written in Devanagari, but for the names that are the same everywhere', () => {
    const same = new Set(['Red Carpet', 'WhatsApp'])
    // the way into the other language is written in that one
    const own = Object.keys(hindi).filter((key) => !key.startsWith('otherLanguage'))
    const untranslated = own.filter((key) =>
      formsOf(hindi[key]).some(
        (text) => /[a-z]{3}/.test(text.replace(/\{\w+\}/g, '')) && !/\p{Script=Devanagari}/u.test(text) && !same.has(text),
      ),
    )
    expect(untranslated).toEqual([])
  })
})

describe('the texts that people look for stand letter by letter', () => {
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
    expect(has(shopper, text)).toBe(true)
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
    expect(has({ ...console, ...accounts, ...places }, text)).toBe(true)
  })
})

describe('the texts of the display’s editors stand letter by letter', () => {
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
    const greedy = entries(messages, messagesInHindi).filter(([, message]) => namesOf(message).length > 2)
    expect(greedy).toEqual([])
  })
})
