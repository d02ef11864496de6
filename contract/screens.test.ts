import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeId, RESERVED_SEGMENTS } from './base/ids.ts'
import { entryFor, isConsoleScreen, paths } from './screens.ts'
import { shopperScreenOf } from './shopper-screens.ts'

const id = fc.oneof(fc.stringMatching(/^[a-z0-9]{20}$/), fc.constantFrom('phoenix-cafe', 'lotus-books')).filter(canBeId)

describe('the wings', () => {
  test.each([
    ['/phoenix-cafe', 'welcome'],
    ['/phoenix-cafe/', 'welcome'],
    ['/phoenix-cafe/information', 'information'],
    ['/phoenix-cafe/paymentpage', 'payment'],
    ['/phoenix-cafe/token', 'token'],
  ])('%s is the shopper screen %s', (path, screen) => {
    expect(shopperScreenOf(path)).toEqual({ id: 'phoenix-cafe', screen })
    expect(entryFor(path)).toBe('shopper')
    expect(isConsoleScreen(path)).toBe(false)
  })

  test.each([
    ...['/', '/account', '/forgotpassword', '/version', '/health', '/ownerdashboard', '/branddashboard', '/qrcode'],
    ...['/display', '/countdown', '/shop/phoenix-mall/audit', '/ownerdashboard/audit'],
    ...['/shop/phoenix-mall', '/branddashboard2/phoenix-mall'],
    ...['/phoenix-cafe/counter', '/phoenix-cafe/countdown', '/phoenix-cafe/editdisplay'],
  ])('%s is a screen of the console', (path) => {
    expect(isConsoleScreen(path)).toBe(true)
    expect(entryFor(path)).toBe('console')
  })

  test.each([
    '/Phoenix',
    '/phoenix-cafe/nothing',
    '/phoenix-cafe/token/more',
    '/shop',
    '/shop/a/b',
    '/api',
    '/robots.txt',
    '/a.b',
    '/phoenix-cafe/constructor',
    '/phoenix-cafe/__proto__',
  ])('%s is not a screen', (path) => {
    expect(shopperScreenOf(path)).toBeNull()
    expect(isConsoleScreen(path)).toBe(false)
  })

  test('never both claim the same path', () => {
    const segment = fc.oneof(
      id,
      fc.string(),
      fc.constantFrom(...RESERVED_SEGMENTS, 'information', 'paymentpage', 'token', 'counter', 'editdisplay'),
    )
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
        const path = `/${segments.join('/')}`
        const shopper = shopperScreenOf(path) !== null
        expect(shopper && isConsoleScreen(path)).toBe(false)
        expect(entryFor(path)).toBe(shopper ? 'shopper' : 'console')
      }),
    )
  })

  test('a reserved word is never taken for a shop', () => {
    for (const word of RESERVED_SEGMENTS) expect(shopperScreenOf(`/${word}`), word).toBeNull()
  })
})

describe('the addresses of the screens', () => {
  test('lead to the screens they name', () => {
    fc.assert(
      fc.property(id, fc.string({ minLength: 1 }), (shopId, ticketId) => {
        const pathOf = (address: string) => new URL(address, 'https://queue.example.in').pathname
        expect(shopperScreenOf(pathOf(paths.welcome(shopId)))).toEqual({ id: shopId, screen: 'welcome' })
        expect(shopperScreenOf(pathOf(paths.information(shopId)))).toEqual({ id: shopId, screen: 'information' })
        expect(shopperScreenOf(pathOf(paths.payment(shopId, ticketId)))).toEqual({ id: shopId, screen: 'payment' })
        expect(shopperScreenOf(pathOf(paths.token(shopId)))).toEqual({ id: shopId, screen: 'token' })
        const console = [
          paths.login(),
          paths.counter(shopId),
          paths.shopCountdown(shopId),
          paths.editDisplay(shopId),
          paths.countdown(),
          paths.mallPicker(),
          paths.mallView(shopId),
        ]
        expect(console.filter((address) => !isConsoleScreen(address))).toEqual([])
      }),
    )
  })

  test('carry a ticket as `userId`, whatever its characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (ticketId) => {
        const { searchParams } = new URL(paths.payment('phoenix-cafe', ticketId), 'https://queue.example.in')
        expect(searchParams.get('userId')).toBe(ticketId)
      }),
    )
  })
})
