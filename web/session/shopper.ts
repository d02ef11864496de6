import type { Locale } from '#contract/base/locale.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'

/** Nothing that the phone remembers here is a secret or a proof: the server knows the shopper by the cookie. */

/** What was typed on the verification screen; never the code. Times are epoch ms of this phone. */
export interface Draft {
  name: string
  mobile: string
  email: string
  step: 'details' | 'code'
  /** When another code may be requested, and when the sent one expires. */
  resendAt: number
  endsAt: number
  wrongCodes: number
}

export interface SeenPass {
  pass: PassWire
  /** Epoch ms of this phone. */
  at: number
}

export const rememberedPhone = (): string | null => read(localStore(), 'phone')
export const rememberPhone = (mobile: string): void => write(localStore(), 'phone', mobile)

/** The number on the pass that this phone was last given at a shop. */
export function rememberedToken(shopId: string): number | null {
  const text = read(localStore(), `tokenNumber:${shopId}`)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Null forgets the number. */
export const rememberToken = (shopId: string, number: number | null): void =>
  write(localStore(), `tokenNumber:${shopId}`, number === null ? null : String(number))

export const seenPass = (shopId: string): SeenPass | null => parsed<SeenPass>(read(localStore(), `seenPass:${shopId}`))

/** Keeps a pass for times without a connection. Its messages stay on the server. */
export const rememberPass = (pass: PassWire, at: number): void =>
  write(localStore(), `seenPass:${pass.shopId}`, JSON.stringify({ pass: { ...pass, messages: [] }, at } satisfies SeenPass))

/** The taken-back call (epoch ms) that the person has read and closed. */
export const mistakeClosed = (ticketId: string): number | null => parsed<number>(read(sessionStore(), `mistake:${ticketId}`))
export const rememberMistakeClosed = (ticketId: string, at: number | null): void =>
  write(sessionStore(), `mistake:${ticketId}`, at === null ? null : String(at))
/** The most people that this phone has seen ahead of a ticket, `ahead` included. */
export function keepMostAhead(ticketId: string, ahead: number): number {
  const known = parsed<{ ticketId: string; ahead: number }>(read(localStore(), 'mostAhead'))
  const most = known?.ticketId === ticketId ? Math.max(known.ahead, ahead) : ahead
  write(localStore(), 'mostAhead', JSON.stringify({ ticketId, ahead: most }))
  return most
}

export const readDraft = (shopId: string): Draft | null => parsed<Draft>(read(sessionStore(), `draft:${shopId}`))
export const writeDraft = (shopId: string, draft: Draft | null): void =>
  write(sessionStore(), `draft:${shopId}`, draft === null ? null : JSON.stringify(draft))

export const musicIsOff = (): boolean => read(localStore(), 'music') === 'off'
export const rememberMusic = (on: boolean): void => write(localStore(), 'music', on ? 'on' : 'off')

/**
 * The session token that the console wing has stored on this device. The console's own reader needs Zod, which the shopper wing does not
 * load.
 */
export const storedToken = (): string | null => read(localStore(), 'token') || null

const YEAR_SECONDS = 31_536_000

/** A cookie keeps the language for the server, so that the next page is in it from the first byte. */
export function changeLanguage(locale: Locale): void {
  write(localStore(), 'lang', locale)
  // Not `cookieStore`: it is missing on plain http, so also in a test on a hall's local network.
  Reflect.set(document, 'cookie', `rc_lang=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`)
  window.location.reload()
}

// Storage throws if a browser forbids it (private windows, blocked site data). The journey then continues without a memory.
function localStore(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

function sessionStore(): Storage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

function read(store: Storage | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null
  } catch {
    return null
  }
}

function write(store: Storage | null, key: string, value: string | null): void {
  try {
    if (value === null) store?.removeItem(key)
    else store?.setItem(key, value)
  } catch {
    // Full or forbidden: see above.
  }
}

function parsed<T>(text: string | null): T | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
