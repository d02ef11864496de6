import type { Locale } from '#contract/base/locale.ts'
import type { Paused, TicketState } from '#contract/queue/queue.ts'
import type { PassWire, StorefrontWire } from './shapes.ts'

export interface MallEntrance {
  kind: 'mall'
  mall: { id: string; slug: string; title: string; description: string; image: string | null }
  shops: {
    id: string
    slug: string
    name: string
    description: string
    image: string | null
    waiting: number
    isOpen: boolean
    paused: Paused | null
    totalPaise: number
  }[]
  /** The verified shopper's own tickets in this mall that have not ended, one per shop. */
  tickets: OwnTicket[]
  demo: boolean
}

export interface OwnTicket {
  shopId: string
  slug: string
  shopName: string
  /** Null until the ticket joins the queue. */
  number: number | null
  state: TicketState
  /** Null if the ticket is not waiting. */
  ahead: number | null
}

/** The server puts it into the HTML of a shopper screen, so that the first paint needs no further request. */
export interface FirstData {
  screen: 'welcome' | 'entrance' | 'information' | 'payment' | 'token' | 'missing'
  locale: Locale
  /** Null on `missing` and `entrance`. */
  storefront: StorefrontWire | null
  /** Set only on `entrance`. */
  entrance: MallEntrance | null
  /** The verified shopper's own ticket at this shop today. */
  pass: PassWire | null
  /** The caller's cookie belongs to a verified mobile. */
  verified: boolean
  demo: boolean
  /** The counter whose code was scanned (`?counter=`), kept through the journey. */
  counter: string | null
  /** The server's clock, epoch ms. */
  serverTime: number
}
