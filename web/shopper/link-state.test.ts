import { describe, expect, test } from 'vitest'
import { readAgain } from '#web/live/reconnection.ts'
import { type LinkEvent, type LinkState, linkAfter, newLink, PATIENCE_MS, STAND_IN_MS } from './link-state.ts'

const linkOf = (...events: LinkEvent[]): LinkState => events.reduce((link, event) => linkAfter(link, event).link, newLink)
const ordersAt = (link: LinkState, event: LinkEvent) => linkAfter(link, event).orders

describe('a lost socket', () => {
  test('is waited for before a plain call replaces it', () => {
    expect(ordersAt(linkOf('watched', 'socket live'), 'socket away')).toEqual({ cancel: true, askIn: PATIENCE_MS })
  })

  test('makes the shop be read again when it is back, once', () => {
    const away = linkOf('watched', 'socket live', 'socket away')
    expect(ordersAt(away, 'socket live')).toEqual({ cancel: true, connected: true, readShopWithin: readAgain.afterReturn })
    expect(ordersAt(linkAfter(away, 'socket live').link, 'socket live')).toEqual({ cancel: true, connected: true })
  })

  test('is forgotten by a new watch, which brings the whole state', () => {
    expect(ordersAt(linkOf('socket away', 'watched'), 'socket live')).toEqual({ cancel: true, connected: true })
  })

  test('whose code did not arrive is replaced as well, and is not a return', () => {
    expect(ordersAt(newLink, 'no socket')).toEqual({ cancel: true, askIn: PATIENCE_MS })
    expect(linkOf('no socket').wasAway).toBe(false)
  })
})

describe('plain calls', () => {
  test('go on while the socket is away, and say whether the screen is up to date', () => {
    const away = linkOf('socket live', 'socket away')
    expect(ordersAt(away, 'answered')).toEqual({ connected: true, askIn: STAND_IN_MS })
    expect(ordersAt(away, 'unanswered')).toEqual({ connected: false, askIn: STAND_IN_MS })
  })

  test('end with the first answer while the socket is live', () => {
    expect(ordersAt(linkOf('socket live'), 'answered')).toEqual({ connected: true })
    expect(ordersAt(linkOf('socket live'), 'unanswered')).toEqual({ connected: false, askIn: STAND_IN_MS })
  })
})

describe('a phone', () => {
  test('that says it is offline is believed at once', () => {
    expect(ordersAt(linkOf('socket live'), 'phone offline')).toEqual({ cancel: true, connected: false })
  })

  test('that says it is online again is checked by a call, even if the socket has survived', () => {
    expect(ordersAt(linkOf('socket live', 'phone offline'), 'phone online')).toEqual({ cancel: true, askIn: 0 })
  })
})
