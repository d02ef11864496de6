import { z } from 'zod'
import type { Role } from '#contract/accounts/accounts.ts'
import { role as roleCodec } from '#contract/accounts/shapes.ts'

/** The signed-in account, as this browser remembers it. The server decides; this only chooses screens. */
export interface StoredSession {
  token: string
  role: Role
  /** The owner's (first) mall or the staff's (first) shop; null if there is none. */
  shopId: string | null
}

/** False if the browser forbids what a session is kept in: it throws, or has none (site data that is blocked, some apps' own browsers). */
export function remembers(): boolean {
  try {
    for (const store of [localStorage, sessionStorage]) {
      store.setItem('trial', '')
      store.removeItem('trial')
    }
    return true
  } catch {
    return false
  }
}

const LEFT_FOR = 'leftFor'

/** Fired in this tab when the session is stored or cleared; other tabs hear the browser's own `storage` event. */
const CHANGED = 'session-changed'

/** The stored session; null if no one is signed in. A token alone counts, because protected screens ask for nothing more. */
export function readSession(): StoredSession | null {
  const token = localStorage.getItem('token')
  if (token === null || token === '') return null
  const role = roleCodec.safeParse(localStorage.getItem('role'))
  return { token, role: role.success ? role.data : 'staff', shopId: localStorage.getItem('shopId') }
}

export const sessionToken = (): string | null => readSession()?.token ?? null

/** The specification gives the keys; the role has the wire's spelling. */
export function storeSession(session: StoredSession): void {
  localStorage.setItem('token', session.token)
  localStorage.setItem('role', z.encode(roleCodec, session.role))
  if (session.shopId === null) localStorage.removeItem('shopId')
  else localStorage.setItem('shopId', session.shopId)
  localStorage.setItem('isAuthenticated', 'true')
  localStorage.removeItem(LEFT_FOR)
  sessionStorage.removeItem(ENDED)
  window.dispatchEvent(new Event(CHANGED))
}

const ENDED = 'sessionEnded'

/** Also forgets what this tab remembered for the person. `ended`: they did not log out themselves. */
export function clearSession(how: 'logout' | 'ended'): void {
  for (const key of ['token', 'role', 'shopId', 'isAuthenticated', 'clickedState']) localStorage.removeItem(key)
  sessionStorage.clear()
  if (how === 'ended') sessionStorage.setItem(ENDED, 'true')
  window.dispatchEvent(new Event(CHANGED))
}

/** True if the last session of this tab ended without a logout. The sign-in page says so until the next sign-in. */
export const sessionEndedHere = (): boolean => sessionStorage.getItem(ENDED) === 'true'

/** Remembers the shop for whose sign-in a person is signed out: the page that opens says so. */
export const noteLeftFor = (shop: { id: string; name: string }): void => localStorage.setItem(LEFT_FOR, `${shop.id} ${shop.name}`)

/** Returns, once, the name of the shop for whose sign-in this person was signed out; null if they came otherwise. An id has no space. */
export function takeLeftFor(shopId: string | null): string | null {
  const kept = localStorage.getItem(LEFT_FOR)
  if (shopId === null || kept === null || !kept.startsWith(`${shopId} `)) return null
  localStorage.removeItem(LEFT_FOR)
  return kept.slice(shopId.length + 1)
}

/** Calls `heard` when the session begins or ends, in this tab or another one. Returns a function that stops this. */
export function onSessionChange(heard: () => void): () => void {
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) heard()
  }
  window.addEventListener(CHANGED, heard)
  window.addEventListener('storage', fromElsewhere)
  // A page that the browser kept for Back has heard nothing in the meantime.
  window.addEventListener('pageshow', heard)
  return () => {
    window.removeEventListener(CHANGED, heard)
    window.removeEventListener('storage', fromElsewhere)
    window.removeEventListener('pageshow', heard)
  }
}
